/** Ordered process-local gates (seed section 4.3). */
package dev.linchpin.gates;
