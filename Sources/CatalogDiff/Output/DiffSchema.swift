/// The JSON Schema (2020-12) of differences, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum DiffSchema {
  public static var bytes: [UInt8] { PackageResources.campus_diff_1_schema_json }
}
