import CampusCatalog
import SimdJSON
import Testing
import RandomData

@Suite struct SchemaTests {
  @Test func schemaIsJSONWithVersion() throws {
    let document = try JSONDocument(parsing: CatalogSchema.bytes)
    let root = document.root
    let (dialect, name) = (root["$schema"]?.string, root["properties"]?["schema"]?["const"]?.string)
    #expect(dialect == "https://json-schema.org/draft/2020-12/schema")
    #expect(name == Catalog.schema)
  }

  /// The texts of the array, or the keys of the object, at a place of the schema.
  private func words(_ path: String...) throws -> [String] {
    let document = try JSONDocument(parsing: CatalogSchema.bytes)
    var value = document.root
    for key in ["$defs"] + path {
      guard let inner = value.member(named: key) else { throw BadTestData(text: key) }
      value = inner
    }
    var texts = keys(of: value)
    var elements = value.elements
    while let element = elements.next() { texts.append(element.string ?? "") }
    return texts
  }

  private func keys(of value: borrowing JSONValue) -> [String] {
    var keys: [String] = []
    var members = value.members
    while let member = members.next() { keys.append(member.key) }
    return keys
  }

  /// The enumerations of the schema are those of the model.
  @Test func schemaHasSameEnumerations() throws {
    #expect(try words("category", "enum") == Category.allCases.map(\.rawValue))
    #expect(try words("feed", "properties", "outcome", "enum") == FeedReport.Outcome.allCases.map(\.rawValue))
    #expect(try words("alert", "properties", "severity", "enum") == Alert.Severity.allCases.map(\.rawValue))
    #expect(try words("links", "items", "properties", "rel", "enum") == Link.Relation.allCases.map(\.rawValue))
    #expect(try words("images", "items", "properties", "role", "enum") == Image.Role.allCases.map(\.rawValue))
    #expect(try words("entry", "properties", "kind", "enum") == Entry.Kind.allCases.map(\.rawValue))
  }

  /// The table of entry fields has exactly the fields of the schema, for each kind and in the schema's order.
  @Test(arguments: Entry.Kind.allCases)
  func fieldTableIsComplete(kind: Entry.Kind) throws {
    #expect(try words(kind.rawValue, "properties") == kind.keys.map { "\($0)" })
  }

  @Test(arguments: Entry.Field.allCases)
  func fieldTableMatchesSchemaKeys(field: Entry.Field) { #expect("\(field.info.key)" == field.rawValue) }

  /// The keys of an entry are properties of the schema, in the same order.
  @Test(arguments: Budget.seeds(15))
  func keysAreWrittenInSchemaOrder(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    for entry in try random.make().entries {
      var writer = JSONWriter()
      entry.write(to: &writer)
      let document = try JSONDocument(parsing: writer.bytes)
      let keys = keys(of: document.root)
      #expect(try words(entry.kind.rawValue, "properties").filter(keys.contains) == keys, "seed \(seed): \(entry.id)")
    }
  }
}
