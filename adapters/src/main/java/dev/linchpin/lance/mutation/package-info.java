/**
 * The mutation and load writer (seed section 6.1): what a caller may do in one write, the
 * validators with their probes, and the staged effect of each touched table.
 */
package dev.linchpin.lance.mutation;
