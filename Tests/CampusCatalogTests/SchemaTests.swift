import CampusCatalog
import Foundation
import OpeningHours
import RandomData
import SimdJSON
import TestKit
import Testing

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
    #expect(try words("meal", "properties", "kind", "enum") == Meal.Kind.allCases.map(\.rawValue))
    #expect(try words("dish", "properties", "diets", "items", "enum") == Diet.allCases.map(\.rawValue))
    #expect(try words("allergenCode", "enum") == Allergen.Code.allCases.map(\.rawValue))
    #expect(try words("price", "properties", "role", "enum") == Price.Role.allCases.map(\.rawValue))
    #expect(try words("entry", "oneOf").count == Entry.Kind.allCases.count)
  }

  /// The schema and the readers allow the same addresses and zones.
  @Test(arguments: [
    "https://example.edu/", "HTTP://example.edu/a?b=c#d", "https://example.edu/hub?room=\"2\"", "https://example.edu/<b>",
    "https://example.edu/a\\b",
    "https:///a", "https://:80/", "https://@a", "ftp://example.edu/", "https://example.edu/é", "https://example.edu/\u{85}a",
    "https://example.edu/" + String(repeating: "a", count: 2028), "https://example.edu/" + String(repeating: "a", count: 2029),
  ])
  func addressesAreThoseOfTheReader(_ address: String) throws {
    #expect(try matches(address, "webAddress") == (WebAddress(address) != nil))
  }

  @Test(arguments: [
    "UTC", "America/New_York", "America/Argentina/Buenos_Aires", "Etc/GMT+12", "Etc/UTC", "SystemV/EST5", "EST", "EST5EDT", "GMT",
    "America/", "/Paris",
    "Europe/Paris ", "",
  ])
  func zonesAreThoseOfTheReader(_ zone: String) throws {
    #expect(try matches(zone, "zone") == (Zone(zone) != nil))
  }

  @Test(arguments: [
    "2.60", "0.05", "100", "007.5", "12345678901234567.89", "123456789012345678.90", "0", "0.00", "", ".5", "5.", "1.2.3", "2,60", "-1",
    "+1",
    "1e3", " 1", "\u{0661}", "–",
  ])
  func amountsAreThoseOfTheModel(_ amount: String) throws {
    let isAmount = Price(amount: amount, currency: "EUR") != nil
    #expect(try matches(amount, "amount") == isAmount)
    #expect((Price(amount: "1", currency: "EUR", base: amount) != nil) == isAmount)
    #expect((Price.Quantity(amount: amount, unit: "g") != nil) == isAmount)
  }

  /// Whether a text matches the pattern of a definition, and is not too long.
  private func matches(_ text: String, _ definition: String) throws -> Bool {
    let document = try JSONDocument(parsing: CatalogSchema.bytes)
    guard let schema = document.root["$defs"]?.member(named: definition), let pattern = schema["pattern"]?.string,
      let limit = schema["maxLength"]?.integer
    else { throw BadTestData(text: definition) }
    let regex = try NSRegularExpression(pattern: pattern)
    return text.unicodeScalars.count <= limit && regex.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  /// The schema in the repository is the one that the table of entry fields gives: `aggregate schema > FILE` writes it.
  @Test func committedSchemaIsCurrent() throws {
    let path = "../../../Sources/CampusCatalog/Schema/campus-catalog-1.schema.json"
    let file = URL(filePath: #filePath).appending(path: path).standardized
    #expect(try Array(Data(contentsOf: file)) == CatalogSchema.bytes)
  }

  /// Each row of a field that is a line of text has the property with its name.
  @Test(arguments: Place.lines.map(\.field)) func linesAreReadWrittenAndCopied(field: Entry.Field) throws {
    let line = try #require(Place.lines.first { $0.field == field })
    var place = Place(category: .cafe)
    place[keyPath: line.path] = "A line"
    let entry = try entry(place)
    let json = "\"\(field.rawValue)\":\"A line\""
    var writer = JSONWriter()
    entry.write(to: &writer)
    #expect(writer.text.contains(json))
    let document = try JSONDocument(parsing: writer.bytes)
    let read = try Entry(reading: document.root)
    #expect(read == entry)
    var other = try self.entry(Place(category: .cafe))
    field.info.copy(entry, &other)
    #expect(other == entry && field.info.text(entry) == "A line" && field.info.columns.count == 1)
  }

  private func entry(_ place: Place) throws -> Entry {
    let (id, feed, campus) = (EntryID("penn/dining/1"), FeedID("penn/dining"), CampusID("penn"))
    return Entry(
      id: try #require(id), campus: try #require(campus), name: "A", sources: [SourceReference(feed: try #require(feed), record: "1")],
      details: .place(place))
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
