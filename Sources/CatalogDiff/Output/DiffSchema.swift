/// The JSON Schema (2020-12) of differences, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum DiffSchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { PackageResources.campus_diff_1_schema_json }
}

/// The JSON Schema (2020-12) of the life of one entry, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum LifeSchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { PackageResources.campus_history_1_schema_json }
}
