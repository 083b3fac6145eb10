/// The JSON Schema (2020-12) of catalogs, as bytes: the file in `Sources/CampusCatalog/Schema`.
public enum CatalogSchema {
  /// The schema as UTF-8.
  public static var bytes: [UInt8] { PackageResources.campus_catalog_1_schema_json }
}
