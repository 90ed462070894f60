/**
 * What Linchpin relies on Lance for, held by tests on the real library and a real directory.
 *
 * <p>Nothing here uses Linchpin's own code: an upgrade of Lance that changes a fact turns a test
 * red here first, before it is a puzzle anywhere else. {@code docs/lance.md} lists the facts and
 * names the test of each.
 */
package dev.linchpin.lance.conformance;
