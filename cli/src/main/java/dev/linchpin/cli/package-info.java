/** The {@code linchpin} command: one class a command. */
package dev.linchpin.cli;
