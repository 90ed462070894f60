package dev.linchpin.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * One run of the command in this process.
 *
 * @param status the exit status
 * @param out what went to standard output
 * @param err what went to standard error
 */
record Run(int status, String out, String err) {
  static Run of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int status = line.execute(args);
    return new Run(status, out.toString(), err.toString());
  }
}
