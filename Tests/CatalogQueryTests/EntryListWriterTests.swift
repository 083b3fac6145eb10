import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import SimdJSON
import TestKit
import Testing

@Suite struct EntryListWriterTests {
  @Test func placeIsWrittenWithStatus() throws {
    let rule = try rule()
    var document = EntryListWriter(at: rule.instant, in: try parsed("America/New_York") { Zone($0) }, total: 3)
    document.add(rule.listing(try place("a/x/1", "Café", hours: daily([service("10:00", "15:00")])), distance: 120.5432))
    document.add(rule.listing(try place("a/x/2", "B")))
    #expect(
      document.finish() == """
        {"schema":"campus-list/1","at":"2026-11-21T12:00:00-05:00","total":3,"entries":[
        {"id":"a/x/1","kind":"place","campus":"a","name":"Café","category":"cafe","hours":{"zone":"America/New_York","layers":[\
        {"level":"weekly","week":{"mo":[["10:00","15:00"]],"tu":[["10:00","15:00"]],"we":[["10:00","15:00"]],"th":[["10:00","15:00"]],\
        "fr":[["10:00","15:00"]],"sa":[["10:00","15:00"]],"su":[["10:00","15:00"]]}}],"osm":"10:00-15:00"},\
        "sources":[{"feed":"a/x","record":"1"}],"status":{"state":"open","until":"2026-11-21T15:00:00-05:00","sentence":"Open until 15:00"},\
        "distance":120.5},
        {"id":"a/x/2","kind":"place","campus":"a","name":"B","category":"cafe","sources":[{"feed":"a/x","record":"1"}],\
        "status":{"state":"unknown","because":"hours.none","sentence":"Hours unknown"}}
        ]}

        """)
    #expect(
      EntryListWriter(at: rule.instant, in: nil, total: 0).finish().hasPrefix(
        #"{"schema":"campus-list/1","at":"2026-11-21T17:00:00Z","total":0,"entries":[]}"#))
  }

  /// Newline-delimited JSON has the same entries, one on each line.
  @Test func linesHaveSameEntries() throws {
    let rule = try rule()
    let places = try [place("a/x/1", "Café", hours: daily([service("10:00", "15:00")])), place("a/x/2", "B")].map {
      rule.listing($0, distance: 7)
    }
    var document = EntryListWriter(at: rule.instant, in: nil, total: 2)
    var lines = EntryListWriter()
    for place in places {
      document.add(place)
      lines.add(place)
    }
    let expected = document.finish().split(separator: "\n").dropFirst().dropLast().joined(separator: "\n").replacing("},\n", with: "}\n")
    #expect(lines.finish() == expected + "\n")
    #expect(EntryListWriter().finish().isEmpty)
  }

  /// Parts that both schemas define are identical, except for members that lists add.
  @Test func schemaAgreesWithCatalogSchema() throws {
    let list = try JSONDocument(parsing: EntryListSchema.bytes)
    let catalog = try JSONDocument(parsing: CatalogSchema.bytes)
    guard let own = list.root["$defs"], let others = catalog.root["$defs"] else { throw BadTestData(text: "$defs") }
    let additions = [
      "place": ["status", "today", "week", "usual", "distance", "dishes", "dishesDate", "menus"], "event": ["occurrence"],
      "alert": ["phase"],
    ]
    var shared = 0
    var members = own.members
    while let member = members.next() {
      guard let other = others.member(named: member.key) else { continue }
      shared += 1
      var left = JSONWriter()
      var right = JSONWriter()
      left.copy(member.value)
      right.copy(other)
      guard let added = additions[member.key] else {
        let (mine, theirs) = (left.text, right.text)
        #expect(mine == theirs, "\(member.key)")
        continue
      }
      guard let own = member.value["properties"], let others = other["properties"] else { throw BadTestData(text: member.key) }
      let (mine, theirs) = (keys(own), keys(others))
      #expect(mine == theirs + added)
    }
    #expect(shared > 25)
  }

  private func keys(_ value: borrowing JSONValue) -> [String] {
    var keys: [String] = []
    var members = value.members
    while let member = members.next() { keys.append(member.key) }
    return keys
  }
}
