import CampusCatalog
import CatalogQuery
import SimdJSON

/// The OpenAPI description of the API.
///
/// The file in `Sources/CatalogServer/Assets` has all but the schemas of catalogs, lists and menus. A schema `ListedPlace` is a place as lists have
/// it: only its id and kind are required, because the parameter `fields` leaves out others, and members of its members.
enum APIDescription {
  static var bytes: [UInt8] { tree.schemaBytes }

  private static let tree = JSONTree(embedded: EmbeddedFiles.bytes(of: "Assets/openapi.json"))
    .completed(
      at: ["components", "schemas"],
      with: schemas(of: CatalogSchema.tree) + schemas(of: EntryListSchema.tree) + listed + schemas(of: MenuListSchema.tree)
        + [(key: "FieldName", value: fieldName)])

  /// The names of members that the parameter `fields` chooses.
  private static let fieldName = JSONTree.object([
    ("type", .string("string")), ("enum", .array(EntryListSchema.fieldNames.map { .string($0) })),
  ])

  /// Returns the definitions of a JSON Schema as schemas of the API: "line" is `Line`.
  private static func schemas(of schema: JSONTree) -> [(key: String, value: JSONTree)] {
    (schema.value(at: ["$defs"])?.children ?? []).map { key, value in
      (name(key), value.replacingReferences { "#/components/schemas/\(name($0.dropFirst("#/$defs/".count)))" })
    }
  }

  /// The entries of lists, and the objects that are their members.
  private static let listed: [(key: String, value: JSONTree)] = {
    let all = schemas(of: EntryListSchema.tree)
    let kinds = Set(Entry.Kind.allCases.map { name($0.rawValue) })
    return all.filter { $0.value.value(at: ["properties"]) != nil }.map { key, value in
      guard kinds.contains(key) else { return ("Listed" + key, value.requiring([])) }
      let members = (value.value(at: ["properties"])?.children ?? []).map { member, schema in
        let inner = schema.value(at: ["properties"]) == nil ? schema : schema.requiring([])
        guard case .string(let reference) = schema.value(at: ["$ref"]),
          case let target = String(reference.split(separator: "/").last ?? ""),
          all.contains(where: { $0.key == target && $0.value.value(at: ["properties"]) != nil })
        else { return (member, inner) }
        return (member, schema.replacingReferences { _ in "#/components/schemas/Listed\(target)" })
      }
      return ("Listed" + key, value.requiring(["id", "kind"]).replacing(["properties"], with: .object(members)) ?? value)
    }
  }()

  private static func name(_ key: some StringProtocol) -> String { key.prefix(1).uppercased() + key.dropFirst() }
}

extension JSONTree {
  /// Returns the schema of an object with these members as the only required ones, without conditions on combinations of members.
  fileprivate func requiring(_ names: [String]) -> JSONTree {
    let others = children.filter { !["required", "dependentRequired", "not", "minProperties"].contains($0.key) }
    return .object(others + (names.isEmpty ? [] : [("required", .array(names.map { .string($0) }))]))
  }
}
