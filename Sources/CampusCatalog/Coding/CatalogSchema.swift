/// The JSON Schema (2020-12) of `campus-catalog/1`.
public enum CatalogSchema {
  /// The schema as UTF-8 text.
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-catalog-1.schema.json") }
}
