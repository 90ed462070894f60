/**
 * The traces of one case: a directory with one file a process, and one for what happened to the
 * protocol from outside.
 */
package dev.linchpin.faultinjection.trace;
