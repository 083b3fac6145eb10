/// The JSON Schema (2020-12) of `campus-diff/1`, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum DiffSchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-diff-1.schema.json") }
}

/// The JSON Schema (2020-12) of `campus-history/1`, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum HistorySchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-history-1.schema.json") }
}
