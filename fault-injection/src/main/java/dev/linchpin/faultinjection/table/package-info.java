/** The crash table: every cell is one killed process, one witness, one verdict. */
package dev.linchpin.faultinjection.table;
