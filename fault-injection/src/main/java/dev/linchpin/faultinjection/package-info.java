/**
 * Kills real processes at every point where something could be half done, and judges what the next
 * one finds. {@link dev.linchpin.faultinjection.table.CrashTable} is the entry.
 */
package dev.linchpin.faultinjection;
