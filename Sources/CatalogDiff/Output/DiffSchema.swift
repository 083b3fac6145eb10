/// The JSON Schema (2020-12) of `campus-diff/1`, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum DiffSchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { PackageResources.campus_diff_1_schema_json }
}

/// The JSON Schema (2020-12) of `campus-history/1`, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum HistorySchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { PackageResources.campus_history_1_schema_json }
}
