/** Where action traces are kept. */
package dev.linchpin.lance.trace;
