/**
 * Who waits inside one process (seed section 4.3): ordered gates, the attempts that are live, and
 * back-off. Nothing here decides who is right.
 */
package dev.linchpin.gates;
