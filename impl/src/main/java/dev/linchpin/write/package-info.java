/**
 * The graph-write state machine of seed section 4, one method for one action of the specification.
 */
package dev.linchpin.write;
