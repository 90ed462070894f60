/**
 * The crash contract of seed section 5, applied to what a witness saw; shares no code with
 * recovery.
 */
package dev.linchpin.faultinjection.judge;
