/**
 * Judges recorded runs of the real code by the specification: reads the action traces of all
 * processes, generates a TLA+ module with their events, and lets TLC look for an order that makes
 * them a behaviour of the specification. What an event means is said in {@code TraceCheck.tla}, and
 * nowhere else.
 */
package dev.linchpin.modelchecking.trace;
