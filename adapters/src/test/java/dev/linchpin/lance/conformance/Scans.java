package dev.linchpin.lance.conformance;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.Dataset;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;

/** Filtered scans. */
final class Scans {
  private Scans() {}

  /** The values of one column in the rows that the filter selects, as text. */
  @SuppressWarnings("try") // LanceScanner.close may throw anything
  static List<String> columnWhere(Dataset table, String column, String filter) throws Exception {
    ScanOptions options = new ScanOptions.Builder().columns(List.of(column)).filter(filter).build();
    List<String> found = new ArrayList<>();
    try (LanceScanner scanner = table.newScan(options);
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        for (int i = 0; i < reader.getVectorSchemaRoot().getRowCount(); i++) {
          found.add(String.valueOf(reader.getVectorSchemaRoot().getVector(0).getObject(i)));
        }
      }
    }
    return found;
  }
}
