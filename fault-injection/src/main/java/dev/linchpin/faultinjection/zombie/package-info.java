/**
 * Real processes that are stopped, overtaken, woken and killed while others work on the same graph;
 * what every caller was told, and what became of it.
 */
package dev.linchpin.faultinjection.zombie;
