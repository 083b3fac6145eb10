import CampusCatalog
import CatalogDiff
import OpeningHours
import Testing

/// Texts that look the same but have different bytes are different values.
@Suite struct UnicodeFormTests {
  private static let composed = "Caf\u{E9}"
  private static let decomposed = "Cafe\u{301}"

  private typealias Make = @Sendable (String) throws -> Entry

  /// A place in which one field has the text.
  private static let places: [String: Make] = others.merging(
    Place.lines.map { line -> (String, Make) in ("\(line.key)", { text in try changed { $0[keyPath: line.path] = text } }) },
    uniquingKeysWith: { $1 })

  private static let others: [String: Make] = [
    "name": { try place("penn/dining/1", name: $0) },
    "address": { text in try changed { $0.location.address = text } },
    "building": { text in try changed { $0.location.building = text } },
    "region": { text in try changed { $0.location.region = text } },
    "phone": { text in try changed { $0.contact = Contact(phone: text, email: nil) } },
    "hours": { text in try changed { $0.hours = try weekly(workdays("09:00-17:00 \(text)")) } },
    "description": { text in try with { $0.description = text } },
    "notice": { text in try with { $0.notice = text } },
    "tags": { text in try with { $0.tags = ["vegan", text] } },
    "labels": { text in try with { $0.labels = [text] } },
    "author": { try entry("penn/dining/1", name: nil, .quote(Quote(text: "Text", author: $0))) },
    "text": { try entry("penn/dining/1", name: nil, .quote(Quote(text: $0, author: nil))) },
  ]

  private static func changed(_ change: (inout Place) throws -> Void) throws -> Entry {
    var place = Place(category: .cafe)
    try change(&place)
    return try entry("penn/dining/1", .place(place))
  }

  private static func with(_ change: (inout Entry) -> Void) throws -> Entry {
    var entry = try place("penn/dining/1")
    change(&entry)
    return entry
  }

  @Test(arguments: places.keys.sorted(), [true, false]) func unicodeFormOfEntryField(_ field: String, isComposing: Bool) throws {
    let make = try #require(Self.places[field])
    let (from, to) = isComposing ? (Self.decomposed, Self.composed) : (Self.composed, Self.decomposed)
    let (old, new) = (try make(from), try make(to))
    let log = try changeLog(catalog([old]), catalog([new]))
    #expect(!log.isEmpty)
    #expect(log.verdict == .different)
    let change = try #require(log.entries.first?.changes.first)
    #expect(log.entries.count == 1 && log.entries[0].changes.count == 1)
    #expect(change.text.contains("Unicode"), "\(change.text)")
    #expect(change.from.map { Array($0.utf8) } != change.to.map { Array($0.utf8) })
    #expect(!Change.between(old, new, at: try instant("2026-11-21T12:00:00Z")).isEmpty)
    #expect(try changeLog(catalog([old]), catalog([old])).isEmpty)
  }

  /// Together with a real change of the same field.
  @Test func unicodeFormWithOtherChange() throws {
    let old = try Self.changed { $0.contact = Contact(phone: Self.composed, email: "a@example.edu") }
    let new = try Self.changed { $0.contact = Contact(phone: Self.decomposed, email: "b@example.edu") }
    let codes = try changeLog(catalog([old]), catalog([new])).entries.flatMap(\.changes).map(\.code.rawValue)
    #expect(codes.sorted() == ["email", "phone"])
  }

  @Test func unicodeFormOfCampus() throws {
    func catalog(_ name: String, _ period: String) throws -> Catalog {
      let day = try date("2026-11-21")
      let id = try #require(CampusID("penn"))
      return Catalog(
        generatedAt: try instant("2026-11-21T12:00:00Z"),
        campuses: [
          Campus(
            id: id, name: name, timeZone: try zone(), calendar: [try #require(Campus.Period(.holiday, name: period, from: day, to: day))])
        ], feeds: [], entries: [])
    }
    let plain = try catalog(Self.composed, Self.composed)
    #expect(try changeLog(plain, plain).isEmpty)
    for other in [try catalog(Self.decomposed, Self.composed), try catalog(Self.composed, Self.decomposed)] {
      #expect(try changeLog(plain, other).campusChanges.count == 1)
      #expect(try changeLog(plain, other).verdict == .different)
    }
  }
}
