/**
 * The ports: what the protocol asks of storage, each stated as "if and only if". Adapters implement
 * them; the core decides nothing from anything else.
 */
package dev.linchpin.spi;
