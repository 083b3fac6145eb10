package import SimdJSON

/// The JSON Schema (2020-12) of `campus-catalog/1`.
///
/// The definitions of the kinds of entries come from the table of entry fields, all others from the file in `Sources/CampusCatalog/Schema`,
/// which is a copy of the whole schema.
public enum CatalogSchema {
  public static var bytes: [UInt8] { tree.schemaBytes }

  /// The schema as a value.
  package static let tree: JSONTree = Entry.Kind.allCases.reduce(
    JSONTree(embedded: EmbeddedFiles.bytes(of: "Schema/campus-catalog-1.schema.json"))
  ) {
    $0.replacing(["$defs", $1.rawValue], with: definition(of: $1)) ?? $0
  }

  /// Returns the schema of an entry of one kind.
  private static func definition(of kind: Entry.Kind) -> JSONTree {
    let fields = kind.fields.map(\.info)
    let required = ["id", "kind", "campus"] + fields.filter(\.isRequired).map { "\($0.key)" } + ["sources"]
    let first = [
      ("id", JSONTree.reference("entryID")), ("kind", .object([("const", .string(kind.rawValue))])), ("campus", .reference("campusID")),
      ("aliases", .reference("aliases")),
    ]
    let last = [("sources", JSONTree.reference("sources")), ("provenance", .reference("provenance"))]
    return .object([
      ("type", .string("object")), ("additionalProperties", .literal("false")), ("required", .array(required.map { .string($0) })),
      ("properties", .object(first + fields.map { ("\($0.key)", JSONTree($0.schema)) } + last)),
    ])
  }
}

extension JSONTree {
  fileprivate init(_ schema: EntryFieldInfo.Schema) {
    switch schema {
    case .definition(let name, let about): self = .reference(name, about: about)
    case .json(let text): self.init(embedded: Array(text.utf8))
    }
  }
}
