import CampusCatalog
import CatalogQuery
import SimdJSON

/// The OpenAPI description of the API.
///
/// The file in `Sources/CatalogServer/Assets` has all but the schemas of catalogs, lists and menus. A schema `ListedPlace` is a place as lists have
/// it.
enum APIDescription {
  static var bytes: [UInt8] { tree.schemaBytes }

  private static let tree = JSONTree(embedded: EmbeddedFiles.bytes(of: "Assets/openapi.json"))
    .completed(
      at: ["components", "schemas"],
      with: schemas(of: CatalogSchema.tree) + schemas(of: EntryListSchema.tree) + schemas(of: EntryListSchema.tree, prefix: "Listed")
        + schemas(of: MenuListSchema.tree))

  /// Returns the definitions of a JSON Schema as schemas of the API: "line" is `Line`.
  private static func schemas(of schema: JSONTree, prefix: String = "") -> [(key: String, value: JSONTree)] {
    (schema.value(at: ["$defs"])?.children ?? []).map { key, value in
      (prefix + name(key), value.replacingReferences { "#/components/schemas/\(name($0.dropFirst("#/$defs/".count)))" })
    }
  }

  private static func name(_ key: some StringProtocol) -> String { key.prefix(1).uppercased() + key.dropFirst() }
}
