/** The action trace: what the running code did, in the specification's words. */
package dev.linchpin.trace;
