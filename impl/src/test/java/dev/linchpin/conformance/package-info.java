/**
 * What every substrate must do, as abstract tests: a module that implements the ports extends them.
 */
package dev.linchpin.conformance;
