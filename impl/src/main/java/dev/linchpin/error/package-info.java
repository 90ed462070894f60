/** One sealed, typed hierarchy of errors. */
package dev.linchpin.error;
