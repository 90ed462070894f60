/** The ports on real Lance and real files: races, lost replies, kills and refusals. */
package dev.linchpin.lance.storage;
