import CampusCatalog
import FeedKit
import RandomData
import TestKit
import Testing

@testable import Aggregation

/// Places that continue under other ids.
@Suite struct FormerIDsTests {
  private static func id(_ record: String) throws -> EntryID { try parsed("town/places/\(record)") { EntryID($0) } }

  private static func place(
    _ record: String, _ building: String? = "Hall", at longitude: Double? = -2.9, aliases: String...
  ) throws -> Entry {
    let feed = try parsed("town/places") { FeedID($0) }
    let position = longitude.flatMap { Coordinate(latitude: 53.4, longitude: $0) }
    var entry = Entry(
      id: try id(record), campus: feed.campus, name: record, sources: [SourceReference(feed: feed, record: record)],
      details: .place(Place(category: .cafe, location: Location(building: building, coordinate: position))))
    entry.aliases = try aliases.map(id)
    return entry
  }

  /// By record, the records of the aliases.
  private static func passed(_ old: [Entry], _ new: [Entry]) throws -> [String: [String]] {
    var new = new
    FormerIDs.addAliases(from: old, to: &new)
    return Dictionary(uniqueKeysWithValues: new.map { (String($0.id.record), $0.aliases.map { String($0.record) }) })
  }

  @Test func renamedPlaceHasFormerID() throws {
    #expect(try Self.passed([Self.place("a")], [Self.place("b")]) == ["b": ["a"]])
    #expect(try Self.passed([Self.place("b", aliases: "a")], [Self.place("b")]) == ["b": ["a"]], "an id that stays")
    #expect(try Self.passed([Self.place("b", aliases: "a")], [Self.place("c")]) == ["c": ["a", "b"]], "a chain")
    #expect(try Self.passed([Self.place("c", aliases: "a", "b")], [Self.place("a")]) == ["a": ["b", "c"]], "the first name again")
    #expect(try Self.passed([], [Self.place("a")]) == ["a": []])
  }

  @Test func renameNeedsSamePositionAndBuilding() throws {
    #expect(try Self.passed([Self.place("a")], [Self.place("b", "Hut")]) == ["b": []])
    #expect(try Self.passed([Self.place("a")], [Self.place("b", at: -2.900000000000001)]) == ["b": []])
    #expect(try Self.passed([Self.place("a", nil)], [Self.place("b", nil)]) == ["b": []])
    #expect(try Self.passed([Self.place("a", "")], [Self.place("b", "")]) == ["b": []])
    #expect(try Self.passed([Self.place("a", at: nil)], [Self.place("b", at: nil)]) == ["b": []])
  }

  @Test func twoCandidatesAreAmbiguous() throws {
    #expect(try Self.passed([Self.place("a"), Self.place("b")], [Self.place("c")]) == ["c": []])
    #expect(try Self.passed([Self.place("a")], [Self.place("c"), Self.place("d")]) == ["c": [], "d": []])
    #expect(
      try Self.passed([Self.place("a"), Self.place("b", at: 0)], [Self.place("c"), Self.place("d", at: 0)]) == ["c": ["a"], "d": ["b"]])
    #expect(try Self.passed([Self.place("a"), Self.place("x")], [Self.place("b"), Self.place("x")]) == ["b": ["a"], "x": []])
  }

  @Test func onlyPlacesAreMatched() throws {
    var alert = try Self.place("a", aliases: "x")
    alert.details = .alert(Alert(severity: .minor))
    #expect(try Self.passed([alert], [Self.place("b")]) == ["b": []])
    #expect(try Self.passed([alert], [Self.place("a")]) == ["a": []])
    #expect(try Self.passed([Self.place("a", aliases: "x")], [alert]) == ["a": ["x"]], "the adapter's aliases are kept")
  }

  @Test func idClaimedTwiceIsNotAssigned() throws {
    // An id that exists again belongs to its own entry.
    #expect(try Self.passed([Self.place("b", aliases: "a")], [Self.place("b"), Self.place("a", at: 0)]) == ["a": [], "b": []])
    let both = [try Self.place("b", aliases: "x"), try Self.place("c", aliases: "x")]
    #expect(try Self.passed(both, [Self.place("b"), Self.place("c")]) == ["b": [], "c": []])
    // A place's own alias takes precedence over a former id of another place.
    let had = [try Self.place("b", at: 0, aliases: "a"), try Self.place("a")]
    #expect(try Self.passed(had, [Self.place("b", at: 0), Self.place("c")]) == ["b": ["a"], "c": []])
    let said = [try Self.place("c", aliases: "x"), try Self.place("d", at: 0, aliases: "x")]
    #expect(try Self.passed([], said) == ["c": [], "d": []])
    #expect(try Self.passed([Self.place("c", aliases: "x")], said) == ["c": ["x"], "d": []])
  }

  @Test func unaffectedLinesAreUnchanged() throws {
    let lines = EntryLines([try Self.place("a"), try Self.place("b", "Hut")])
    #expect(try FormerIDs.addAliases(from: [], to: lines) == lines)
    let passed = try FormerIDs.addAliases(from: [Self.place("x")], to: lines)
    #expect(try passed.entries().map { $0.aliases.map { String($0.record) } } == [["x"], []])
    #expect(passed.count == 2)
  }

  // MARK: - Properties

  /// A feed with few names, buildings and positions, so that many coincide.
  private static func result(_ generator: inout SeededGenerator, isWild: Bool) throws -> [Entry] {
    let records = "abcdefgh".map(String.init)
    return try records.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator)).map { record in
      var entry = try place(
        record, [nil, "Hall", "Hall", "Hut"].randomElement(using: &generator) ?? nil,
        at: [nil, 0, 1, 1].randomElement(using: &generator) ?? nil)
      if Int.random(in: 0..<8, using: &generator) == 0 { entry.details = .alert(Alert(severity: .minor)) }
      guard isWild else { return entry }
      entry.aliases = try records.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)).map(id)
      return entry
    }.sorted { $0.id < $1.id }
  }

  /// Successive results; "wild" ones have aliases that no real feed would have.
  @Test(arguments: Budget.seeds(8), [false, true])
  func randomRenames(_ seed: UInt64, isWild: Bool) throws {
    var generator = SeededGenerator(seed: seed)
    var old = try Self.result(&generator, isWild: isWild)
    for step in 0..<25 {
      let plain = try Self.result(&generator, isWild: isWild)
      var new = plain
      FormerIDs.addAliases(from: old, to: &new)
      let comment: Comment = "seed \(seed), step \(step)"
      try Self.checkAliases(of: new, comment)
      #expect(try Self.passed(old.shuffled(using: &generator), plain.shuffled(using: &generator)) == Self.passed(old, plain), comment)
      var again = new
      FormerIDs.addAliases(from: old, to: &again)
      #expect(again == new, comment)
      #expect(try FormerIDs.addAliases(from: old, to: EntryLines(plain)) == EntryLines(new), comment)
      if !isWild { #expect(try Self.passed(new, plain) == Self.passed(old, plain), "the same result once more, \(comment)") }
      old = new
    }
  }

  private static func checkAliases(of entries: [Entry], _ comment: Comment) throws {
    let aliases = entries.flatMap(\.aliases)
    #expect(Set(aliases).isDisjoint(with: entries.map(\.id)), comment)
    #expect(Set(aliases).count == aliases.count, comment)
    #expect(entries.allSatisfy { $0.aliases == $0.aliases.sorted() }, comment)
  }
}
