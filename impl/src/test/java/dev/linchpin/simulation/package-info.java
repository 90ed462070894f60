/**
 * The real coordinator and the real recovery on the substrate in memory, explored: every boundary,
 * every crash, every interleaving of bounded depth, with named invariants after each durable step.
 */
package dev.linchpin.simulation;
