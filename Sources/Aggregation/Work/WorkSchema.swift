import CampusCatalog
import SimdJSON

/// The JSON Schema (2020-12) of one line of `aggregate work`.
///
/// The file in `Sources/Aggregation/Schema` has the types of lines; campuses, reports and entries come from the schema of catalogs.
public enum WorkSchema {
  public static var bytes: [UInt8] {
    JSONTree(embedded: EmbeddedFiles.bytes(of: "Schema/work-1.schema.json"))
      .completed(with: CatalogSchema.tree.value(at: ["$defs"])?.children ?? []).schemaBytes
  }
}
