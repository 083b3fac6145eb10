/// The JSON Schema (2020-12) of lists of entries, as bytes: the file in `Sources/CatalogQuery/Schema`.
public enum ListSchema {
  public static var bytes: [UInt8] { PackageResources.campus_list_1_schema_json }
}
