/** Graphs on Lance: stable reads, rows and conditions. */
package dev.linchpin.lance;
