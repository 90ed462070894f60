/** What a schema refuses, and that it survives its document. */
package dev.linchpin.lance.schema;
