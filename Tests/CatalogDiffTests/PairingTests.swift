import CampusCatalog
import CatalogDiff
import OpeningHours
import RandomData
import Testing

/// Entries whose ids differ are paired by common values.
@Suite struct PairingTests {
  private let hours: Schedule

  init() throws { hours = try weekly(workdays("09:00-17:00")) }

  /// Places with these records and names, in a building each.
  private func places(_ names: [String: String], building: String? = "Hall", hours: Schedule? = nil) throws -> [Entry] {
    try names.sorted { $0.key < $1.key }.map { record, name in
      var entry = try place("penn/dining/\(record)", name: name)
      entry.details = .place(Place(category: .cafe, location: Location(building: building), hours: hours ?? self.hours))
      return entry
    }
  }

  private let others = ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]

  private func log(_ old: [String: String], _ new: [Entry], matching: EntryMatching = .id) throws -> ChangeLog {
    let (old, new) = (try catalog(places(others.merging(old) { $1 })), try catalog(places(others) + new))
    return try ChangeLog(CatalogComparison(text(of: old), text(of: new)), matching: matching)
  }

  /// A new id with the same name, building and hours is a pair. All other changes are listed.
  @Test func sameNamePlaceAndHours() throws {
    var same = try places(["9": "Joe's Café"])
    same[0].notice = "Wet floor"
    let paired = try log(["1": "Joes Cafe"], same).entries
    #expect(paired.map(\.event) == [.renumbered])
    #expect(paired.first?.formerID?.description == "penn/dining/1")
    #expect(paired.first?.rank == .suspicious)
    #expect(
      paired.first?.changes.map(\.text) == [
        "possibly the same place, new id: was penn/dining/1", "renamed from “Joes Cafe” to “Joe's Café”", "notice added: “Wet floor”",
      ])
    let apart = [
      try places(["9": "Joe"]), try places(["9": "Joes Cafe"], building: "Elsewhere"),
      try places(["9": "Joes Cafe"], hours: weekly(workdays("09:00-18:00"))),
    ]
    for new in apart { #expect(try log(["1": "Joes Cafe"], new).entries.map(\.event) == [.gone, .added]) }
  }

  /// Two places with one name are told apart by their buildings.
  @Test func sameNameTwice() throws {
    let new = try places(["8": "Joe"], building: "Elsewhere") + places(["9": "Joe"])
    let log = try log(["1": "Joe"], new)
    #expect(log.entries.map(\.event) == [.renumbered, .added])
    #expect(log.entries.first?.id.description == "penn/dining/9")
  }

  /// In a feed whose ids changed as a whole, the name is enough, and the remark mentions the remaining entries.
  @Test func churnedIDs() throws {
    let old = try places(["1": "Alpha", "2": "Beta", "3": "Gamma", "4": "Twin", "5": "Twin", "6": "Old"])
    var new = try places(
      ["a": "ALPHA", "b": "Beta", "c": "Gamma", "d": "Twin", "e": "Twin", "f": "New"], building: "Elsewhere",
      hours: weekly(workdays("09:00-18:00")))
    new[1].tags = ["x"]
    let log = try changeLog(catalog(old), catalog(new))
    #expect(log.verdict == .notComparable)
    let paired = log.entries.filter { $0.event == .renumbered }
    #expect(paired.map(\.title) == ["ALPHA", "Beta", "Gamma"])
    #expect(paired.allSatisfy { $0.rank == .suspicious && $0.changes.first?.code == "id.possible" })
    #expect(paired[1].changes.contains { $0.text == "tags: added x" })
    #expect(paired[0].changes.contains { $0.text.hasPrefix("closes an hour later from Monday to Friday") })
    // The others may have new names, so none of them counts as gone.
    let others = log.entries.filter { $0.event != .renumbered }
    #expect(
      others.map { "\($0.event.rawValue) \($0.title)" } == ["gone Old", "gone Twin", "gone Twin", "added New", "added Twin", "added Twin"])
    #expect(others.map(\.rank) == [.suspicious, .suspicious, .suspicious, .routine, .routine, .routine])
    let feed = try #require(log.feeds.first)
    #expect(!feed.isComparable && feed.pairedByName == 3)
    #expect(feed.texts.contains("3 of 6 old entries are paired by name"))
    #expect(feed.texts.contains("one name occurs more than once and is not paired: Twin"))
    let lines = ChangeText.lines(of: log)
    #expect(lines[0].hasSuffix(": 3 entries changed, 3 are new, 3 are no longer listed (6 suspicious, 3 routine)"))
    #expect(lines.contains("  SUSPICIOUS 3 places of penn/dining are no longer listed, or have another name: Old, Twin, Twin"))
    #expect(lines.contains("  3 places of penn/dining are new: New, Twin, Twin"))
  }

  /// Similar names are paired if nothing else fits.
  @Test(
    arguments: [
      (["Starbucks [NN]", "Starbucks [JC]"], ["Starbucks [Northern Neck]", "Starbucks [Johnson Center]"], 2),
      (["Bagels [ENGR]"], ["Bagels [Engineering]", "Bagels [Enger Hall]"], 0), (["Bagels [ENGR]"], ["Bagels [Merten Hall]"], 0),
      (["One Stop Patriot Shop"], ["One Stop"], 1), (["One Stop Patriot Shop"], ["One Stop", "One"], 0),
      (["Freshens"], ["Fresh"], 0), (["Starbucks []"], ["Starbucks [Hall]"], 1),
    ])
  func similarNames(_ old: [String], _ new: [String], _ pairs: Int) throws {
    func named(_ names: [String], _ prefix: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ("\(prefix)\($0)", $1) })
    }
    let log = try log(named(old, "old"), places(named(new, "new")))
    #expect(log.entries.count { $0.event == .renumbered } == pairs)
    #expect(log.entries.count { $0.event == .gone } == old.count - pairs)
    // By default, different hours or a different building prevent a pair.
    let apart = try self.log(named(old, "old"), places(named(new, "new"), hours: weekly(workdays("01:00-02:00"))))
    #expect(!apart.entries.contains { $0.event == .renumbered })
  }

  /// By name, shifted ids are not renames; entries without a counterpart are paired by id.
  @Test func matchByName() throws {
    let old = try catalog(places(["1": "Alpha", "2": "Beta", "3": "Gamma", "4": "Delta"]))
    let new = try catalog(places(["1": "New", "2": "Alpha", "3": "Beta", "4": "Delta Two"]))
    let comparison = try CatalogComparison(text(of: old), text(of: new))
    #expect(try ChangeLog(comparison).entries.allSatisfy { $0.changes.first?.code == "name" })
    let log = try ChangeLog(comparison, matching: .name)
    #expect(
      log.entries.map { "\($0.formerID.map { "\($0.record) " } ?? "")\($0.id.record) \($0.event.rawValue)" }
        == ["3 gone", "1 2 id-changed", "2 3 id-changed", "4 changed", "1 added"])
    #expect(log.feeds.first?.pairedByName == 2)
    #expect(log.entries.map(\.rank) == [.breaking, .routine, .routine, .routine, .routine], "a new id is not a fault if names decide")
  }

  /// A missing entry of a feed with new ids has the same rank, whether ids or names decide.
  @Test(arguments: [EntryMatching.id, .name]) func missingEntriesOfChurnedFeeds(_ matching: EntryMatching) throws {
    let old = try catalog(places(["1": "A", "2": "B", "3": "C", "4": "D", "5": "Old"]))
    let new = try catalog(places(["a": "A", "b": "B", "c": "C", "d": "D", "e": "New"], building: "Elsewhere"))
    let log = try ChangeLog(CatalogComparison(text(of: old), text(of: new)), matching: matching)
    let gone = try #require(log.entries.first { $0.event == .gone })
    #expect(gone.rank == .suspicious && gone.changes.map(\.text) == ["is no longer listed, or has another name"])
    let pair = try #require(log.entries.first { $0.title == "A" })
    #expect(pair.rank == (matching == .id ? .suspicious : .routine))
    #expect(pair.changes.contains { $0.text.hasPrefix(matching == .id ? "possibly the same place" : "has another id, was penn/dining/1") })
  }

  /// By name, every feed can be compared: everything is listed.
  @Test func matchByNameListsAll() throws {
    let old = try catalog(places(["1": "A", "2": "B", "3": "C", "4": "D"]))
    let new = try catalog(places(["a": "A", "b": "X", "c": "Y", "d": "Z"]))
    let log = try ChangeLog(CatalogComparison(text(of: old), text(of: new)), matching: .name)
    #expect(log.verdict == .different)
    #expect(log.entries.map(\.event) == [.gone, .gone, .gone, .renumbered, .added, .added, .added])
  }

  /// An ambiguous name pairs nothing, and is reported.
  @Test func ambiguousNames() throws {
    let new = try places(["7": "Twin", "8": "Twin"])
    let log = try log(["1": "Twin", "2": "Twin"], new, matching: .name)
    #expect(log.entries.map(\.event) == [.gone, .gone, .added, .added])
    #expect(
      log.feeds.flatMap(\.texts) == [
        "0 of 2 entries that differ are paired by name", "one name occurs more than once and is not paired: Twin",
      ])
  }

  /// A feed that did not deliver has no pairs.
  @Test func undeliveredFeed() throws {
    let log = try changeLog(
      catalog(places(["1": "Alpha"]), feeds: ["penn/dining": .stale]), catalog(places(["2": "Alpha"]), feeds: ["penn/dining": .fresh]))
    #expect(log.entries.map(\.event) == [.added])
  }
}
