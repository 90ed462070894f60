/**
 * The protocol's objects (seed section 2) as immutable records; closed families are sealed, illegal
 * states do not construct. Nothing here does I/O.
 */
package dev.linchpin.protocol;
