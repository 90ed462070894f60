/** The protocol's ports on Lance and on files. */
package dev.linchpin.lance.storage;
