import CampusCatalog
import CatalogDiff
import Foundation
import OpeningHours
import RandomData
import TestKit
import Testing

@Suite struct ChangeLogTests {
  private let known: Schedule

  init() throws { known = try weekly(workdays("09:00-17:00")) }

  private func places(_ count: Int, _ edit: (Int, inout Entry) throws -> Void = { _, _ in }) throws -> [Entry] {
    try (0..<count).map { index in
      var entry = try place("penn/dining/\(index)", name: "Place \(index)", hours: known)
      try edit(index, &entry)
      return entry
    }
  }

  @Test func noChanges() throws {
    let log = try changeLog(catalog(places(5)), catalog(places(5), at: "2026-11-22T12:00:00Z"))
    #expect(log.isEmpty)
    #expect(log.verdict == .same)
    #expect(ChangeText.lines(of: log) == ["Changes from Sat 21 Nov 2026 07:00 to Sun 22 Nov 2026 07:00", "No changes."])
  }

  /// Hours of two weeks without a common day may have changed, so the log must not say "No changes."
  @Test func windowsWithoutCommonDay() throws {
    let weeks = try ["2026-11-16", "2026-11-23"].map {
      try dated(from: $0, Array(repeating: $0 == "2026-11-16" ? "17:00-22:00" : "17:00-20:00", count: 7))
    }
    let remark = "penn/dining: the hours of one place have no day in common and are not compared"
    let (old, new) = (
      try catalog([place("penn/dining/1", hours: weeks[0])], at: "2026-11-16T12:00:00Z"),
      try catalog([place("penn/dining/1", hours: weeks[1])], at: "2026-11-23T12:00:00Z")
    )
    let log = try changeLog(old, new)
    #expect(!log.isEmpty && log.verdict == .different && log.entries.isEmpty)
    #expect(
      ChangeText.lines(of: log) == [
        "Changes from Mon 16 Nov 2026 07:00 to Mon 23 Nov 2026 07:00", "", "Campus penn (penn)", "  \(remark)",
      ])
    #expect(ChangeMarkdown.text(of: log).contains("have no day in common") && !ChangeMarkdown.text(of: log).contains("No changes"))
    let atom = AtomChangeFeed.text(of: log)
    #expect(atom.contains("<title>The hours of 1 place of the feed penn/dining have no day in common.</title>"), "\(atom)")
    let json = try DiffDocument.text(of: log, literal: nil)
    #expect(json.contains(#""verdict":"different""#) && json.contains(#""withoutCommonDay":1"#))
    // A filter for kinds or ranks.
    #expect(!log.filtered(by: ChangeFilter(kinds: [.place])).isEmpty)
    #expect(log.filtered(by: ChangeFilter(kinds: [.event])).isEmpty)
    let breaking = log.filtered(by: ChangeFilter(ranks: [.breaking]))
    #expect(breaking.isEmpty && ChangeText.lines(of: breaking).contains("No matching changes in what can be compared."))
    // The usual week is known on all days, and other changes do not hide the remark.
    let named = try catalog([place("penn/dining/1", name: "Café", hours: weeks[1])], at: "2026-11-23T12:00:00Z")
    #expect(ChangeText.lines(of: try changeLog(old, named)).contains("  \(remark)"))
    let history = EntryHistory([
      (
        old.entries[0].id,
        [
          EntryHistory.Version(at: old.generatedAt, result: 1, .entry(old.entries[0])),
          EntryHistory.Version(at: new.generatedAt, result: 2, .entry(new.entries[0])),
        ]
      )
    ])
    #expect(history.steps.map(\.hasNoCommonDay) == [false, true])
    #expect(history.steps[1].remark == "the hours are for other days than before, and are not compared")
    #expect(history.json(of: old.entries[0].id, checkedAt: [:]).components(separatedBy: #""withoutCommonDay":true"#).count == 2)
  }

  @Test func addedAndRemovedPlaces() throws {
    #expect(try changes(catalog(places(5)), catalog(Array(places(5).dropFirst()))) == ["breaking gone penn/dining/0: is gone"])
    #expect(try changes(catalog(Array(places(5).dropFirst())), catalog(places(5))) == ["routine added penn/dining/0: is new: cafe"])
  }

  @Test func fields() throws {
    let there = try parsed("coordinate") { _ in Coordinate(latitude: 38.83, longitude: -77.3) }
    let near = try parsed("coordinate") { _ in Coordinate(latitude: 38.83036, longitude: -77.3) }
    let far = try parsed("coordinate") { _ in Coordinate(latitude: 38.84, longitude: -77.3) }
    func place(_ edit: (inout Entry, inout Place) throws -> Void) throws -> Catalog {
      var entry = try CatalogDiffTests.place("penn/dining/0")
      var place = Place(category: .cafe, location: Location(coordinate: there))
      entry.tags = ["a", "b"]
      try edit(&entry, &place)
      entry.details = .place(place)
      return try catalog([entry])
    }
    let base = try place { _, _ in }
    func told(_ edit: (inout Entry, inout Place) throws -> Void) throws -> [String] {
      try changes(base, place(edit)).map { $0.replacing(" penn/dining/0", with: "") }
    }
    #expect(try told { _, place in place.location.coordinate = near } == ["routine changed: moved 40 m"])
    #expect(try told { _, place in place.location.coordinate = far } == ["suspicious changed: moved 1.1 km"])
    #expect(try told { _, place in place.location.coordinate = nil } == ["routine changed: no longer has a position"])
    #expect(try told { entry, _ in entry.tags = ["b", "a"] } == [])
    #expect(try told { entry, _ in entry.tags = ["b", "c"] } == ["routine changed: tags: added c; removed a"])
    #expect(try told { _, place in place.category = .gym } == ["suspicious changed: category gym, was cafe"])
    #expect(try told { entry, _ in entry.name = "Café" } == ["routine changed: renamed from “Commons” to “Café”"])
    #expect(try told { entry, _ in entry.notice = "Wet floor" } == ["routine changed: notice added: “Wet floor”"])
    #expect(try told { _, place in place.contact.phone = "1" } == ["routine changed: phone added: “1”"])
    #expect(
      try told { entry, place in
        entry.name = "B"
        place.category = .bar
      } == ["suspicious changed: category bar, was cafe", "routine changed: renamed from “Commons” to “B”"])
  }

  @Test("Texts are written as in the country of the campus, with the clock and the units that a reader chose")
  func styleOfTexts() throws {
    func place(_ hours: String, latitude: Double) throws -> Entry {
      let position = try parsed("coordinate") { _ in Coordinate(latitude: latitude, longitude: -77.3) }
      let location = Location(coordinate: position)
      return try entry("penn/dining/0", name: "Commons", .place(Place(category: .cafe, location: location, hours: weekly(workdays(hours)))))
    }
    func alert(_ end: String) throws -> Entry {
      try entry("penn/dining/1", name: "Water", .alert(Alert(severity: .minor, endsAt: instant(end))))
    }
    let old = try catalog([place("09:00-17:00", latitude: 38.83), alert("2026-11-24T05:00:00Z")], country: "US")
    let new = try catalog(
      [place("10:00-17:00", latitude: 38.84), alert("2026-11-25T05:00:00Z")], at: "2026-11-22T23:30:00Z", country: "US")
    let comparison = try CatalogComparison(text(of: old), text(of: new))
    let american = ChangeText.lines(of: try ChangeLog(comparison)).joined(separator: "\n")
    for text in [
      "Changes from Sat, Nov 21, 2026, 7 AM to Sun, Nov 22, 2026, 6:30 PM: ", ": 10 AM–5 PM, was 9 AM–5 PM",
      "moved 0.7 mi (moved over 0.3 mi)",
      "Tue, Nov 24, 2026, midnight, was Mon, Nov 23, 2026, midnight",
    ] { #expect(american.contains(text), "\(text)\n\(american)") }
    let style = RegionalStyle.Choice(clock: .twentyFourHours, units: .kilometers)
    let chosen = ChangeText.lines(of: try ChangeLog(comparison, style: style)).joined(separator: "\n")
    for text in ["Sun, Nov 22, 2026, 18:30: ", ": 10:00–17:00, was 09:00–17:00", "moved 1.1 km (moved over 500 m)"] {
      #expect(chosen.contains(text), "\(text)\n\(chosen)")
    }
  }

  // MARK: - Ids

  @Test func aliasMakesRename() throws {
    let other = try place("penn/dining/z", name: "Place 0", hours: known)
    var alias = other
    alias.aliases = [try parsed("penn/dining/0") { EntryID($0) }]
    let rest = Array(try places(5).dropFirst())
    let log = try changeLog(catalog(places(5)), catalog(rest + [alias]))
    #expect(log.entries.map(\.event) == [.renumbered])
    #expect(log.entries.first?.formerID?.description == "penn/dining/0")
    #expect(log.entries.first?.rank == .breaking)
    // Without the alias, it is possibly the same place; with different hours, it is another one.
    let possible = try changeLog(catalog(places(5)), catalog(rest + [other]))
    #expect(possible.entries.map(\.event) == [.renumbered])
    #expect(possible.entries.first?.changes.map(\.text) == ["possibly the same place, new id: was penn/dining/0"])
    #expect(possible.entries.first?.rank == .suspicious)
    let different = try place("penn/dining/z", name: "Place 0", hours: weekly(workdays("10:00-17:00")))
    #expect(try changeLog(catalog(places(5)), catalog(rest + [different])).entries.map(\.event) == [.gone, .added])
  }

  @Test func placeIsMergedIntoAnother() throws {
    let merged = try places(5) { index, entry in
      if index == 1 { entry.aliases = [try parsed("penn/dining/0") { EntryID($0) }] }
    }
    #expect(
      try changes(catalog(places(5)), catalog(Array(merged.dropFirst())))
        == ["breaking id-changed penn/dining/0: is a part of penn/dining/1 now"])
  }

  @Test func mostIDsChange() throws {
    let others = try (0..<6).map { try place("penn/dining/x\($0)") }
    let log = try changeLog(catalog(places(6)), catalog(others))
    #expect(log.verdict == .notComparable)
    // They may have new names, so they are not certain to be gone.
    let (gone, added) = (Array(repeating: "gone suspicious", count: 6), Array(repeating: "added routine", count: 6))
    #expect(log.entries.map { "\($0.event) \($0.rank)" } == gone + added)
    #expect(log.feeds.map(\.isComparable) == [false])
    let breaking = log.filtered(by: ChangeFilter(ranks: [.breaking]))
    #expect(breaking.isEmpty && breaking.verdict == .same && log.filtered(by: ChangeFilter(ranks: [.suspicious])).verdict == .notComparable)
    // Half is not most.
    let half = try places(6).prefix(3) + others.prefix(3)
    #expect(try changeLog(catalog(places(6)), catalog(Array(half))).verdict == .different)
  }

  // MARK: - Feeds

  @Test(arguments: [FeedReport.Outcome.absent, .stale, .disabled])
  func undeliveredEntriesAreNotGone(_ outcome: FeedReport.Outcome) throws {
    let feeds: [String: FeedReport.Outcome] = ["penn/dining": outcome, "penn/other": .fresh]
    let (old, new) = (try catalog(places(5), feeds: ["penn/dining": .fresh, "penn/other": .fresh]), try catalog([], feeds: feeds))
    let log = try changeLog(old, new)
    #expect(log.entries.isEmpty)
    #expect(log.feeds.map(\.missing) == [5])
    #expect(log.verdict == .different)
    #expect(
      log.feeds.first?.texts == [
        "\(outcome.rawValue) in the new catalog (http.503)", "5 of its entries are missing, but not reported as gone",
      ])
    // In the other direction they are not new, unless the feed was stale.
    let back = try changeLog(new, old)
    #expect(back.entries.map(\.event) == (outcome == .stale ? Array(repeating: .added, count: 5) : []))
  }

  @Test func feedMissingFromCatalog() throws {
    let log = try changeLog(catalog(places(3), feeds: ["penn/dining": .fresh, "gmu/x": .fresh]), catalog([], feeds: ["gmu/x": .fresh]))
    #expect(log.entries.isEmpty)
    #expect(log.feeds.first?.texts.first == "not part of the new catalog")
  }

  /// Values from a feed that did not deliver are not compared.
  @Test func mergedEntryLosesSource() throws {
    func entry(isWhole: Bool) throws -> Entry {
      var entry = try place(isWhole ? "penn/dining/0" : "penn/places/0", hours: isWhole ? known : nil)
      let (dining, places) = (try parsed("penn/dining") { FeedID($0) }, try parsed("penn/places") { FeedID($0) })
      entry.sources = isWhole ? [.init(feed: dining, record: "0"), .init(feed: places, record: "0")] : [.init(feed: places, record: "0")]
      if isWhole { entry.aliases = [try parsed("penn/places/0") { EntryID($0) }] }
      return entry
    }
    let whole = try catalog([entry(isWhole: true)], feeds: ["penn/dining": .fresh, "penn/places": .fresh])
    let half = try catalog([entry(isWhole: false)], feeds: ["penn/dining": .absent, "penn/places": .fresh])
    #expect(try changes(whole, half) == [])
    #expect(try changes(half, whole) == [])
  }

  /// Parts of a location are compared one by one, as a merge decides them.
  @Test func partsOfMergedEntry() throws {
    func entry(isWhole: Bool) throws -> Entry {
      var entry = try place("penn/dining/0")
      let coordinate = isWhole ? Coordinate(latitude: 39.95, longitude: -75.2) : nil
      entry.details = .place(
        Place(category: .cafe, location: Location(address: isWhole ? "1 Main St" : "2 Main St", coordinate: coordinate)))
      let (dining, places) = (try parsed("penn/dining/0") { EntryID($0) }, try parsed("penn/places/7") { EntryID($0) })
      entry.provenance = [
        Provenance(field: "location.address", origin: .entry(dining), overridden: []),
        Provenance(field: "location.position", origin: .entry(isWhole ? places : dining), overridden: []),
      ]
      return entry
    }
    let whole = try catalog([entry(isWhole: true)], feeds: ["penn/dining": .fresh, "penn/places": .fresh])
    let half = try catalog([entry(isWhole: false)], feeds: ["penn/dining": .fresh, "penn/places": .absent])
    #expect(try changes(whole, half) == ["routine changed penn/dining/0: address “2 Main St”, was “1 Main St”"])
    #expect(try changes(half, whole) == ["routine changed penn/dining/0: address “1 Main St”, was “2 Main St”"])
  }

  /// Feeds that neither catalog lists did not fail.
  @Test func unlistedFeeds() throws {
    let (old, new) = (
      try catalog([place("x/y/1"), place("x/y/2")], feeds: [:]), try catalog([place("x/y/2"), place("x/y/3")], feeds: [:])
    )
    #expect(try changes(old, new) == ["breaking gone x/y/1: is gone", "routine added x/y/3: is new: cafe"])
  }

  @Test func verdictFollowsFilter() throws {
    let (others, feeds): ([Entry], [String: FeedReport.Outcome]) = (
      try (0..<6).map { try place("penn/dining/x\($0)") }, ["penn/dining": .fresh, "gmu/x": .fresh]
    )
    let old = try catalog(places(6) + [place("gmu/x/1")], feeds: feeds)
    let log = try changeLog(old, catalog(others + [place("gmu/x/1", name: "New")], feeds: feeds))
    let (gmu, everywhere) = (try parsed("gmu") { CampusID($0) }, try parsed("everywhere") { CampusID($0) })
    #expect(log.verdict == .notComparable)
    #expect(log.filtered(by: ChangeFilter(campuses: [gmu])).verdict == .different)
    #expect(log.filtered(by: ChangeFilter(campuses: [everywhere])).verdict == .same)
  }

  @Test func eventsAndAlertsEnd() throws {
    let event = try entry(
      "penn/events/1", .event(Event(startDate: date("2026-11-20"), endDate: date("2026-11-21"))))
    let alert = try entry("penn/events/2", .alert(Alert(severity: .minor, endsAt: instant("2026-11-22T02:00:00Z"))))
    let feeds: [String: FeedReport.Outcome] = ["penn/events": .fresh]
    let old = try catalog([event, alert], feeds: feeds)
    // At two in the morning of the 22nd it is the 21st in New York.
    #expect(
      try changes(old, catalog([], at: "2026-11-22T02:00:00Z", feeds: feeds)) == [
        "routine gone penn/events/1: is no longer listed, before its end", "routine ended penn/events/2: ended Sat 21 Nov 2026 21:00",
      ])
    #expect(
      try changes(old, catalog([alert], at: "2026-11-22T05:00:00Z", feeds: feeds)) == [
        "routine ended penn/events/1: ended on Sat 21 Nov 2026"
      ])
  }

  /// A feed that did not deliver does not end its events.
  @Test func eventsOfAnAbsentFeedDoNotEnd() throws {
    let event = try entry("penn/events/1", .event(Event(startDate: date("2026-11-20"), endDate: date("2026-11-21"))))
    let old = try catalog([event], feeds: ["penn/events": .fresh])
    let log = try changeLog(old, catalog([], at: "2026-12-01T12:00:00Z", feeds: ["penn/events": .absent]))
    #expect(log.entries.isEmpty)
    #expect(log.feeds.map(\.missing) == [1])
  }

  @Test func quotesAreOnlyCounted() throws {
    func quotes(_ range: Range<Int>) throws -> Catalog {
      try catalog(range.map { try entry("penn/q/\($0)", name: nil, .quote(Quote(text: "Text \($0)"))) }, feeds: ["penn/q": .fresh])
    }
    let log = try changeLog(quotes(10..<20), quotes(15..<28))
    #expect(log.entries.isEmpty)
    #expect(log.feeds.map(\.texts) == [["8 new quotes"]])
    #expect(try changeLog(quotes(10..<20), quotes(10..<12)).isEmpty)
  }

  // MARK: - Many hours

  @Test func hoursOfMostPlacesAtOnce() throws {
    let other = try weekly(workdays("10:00-17:00"))
    func changed(_ count: Int) throws -> ChangeLog {
      let new = try places(8) { index, entry in
        if index < count { entry.details = .place(Place(category: .cafe, hours: other)) }
      }
      return try changeLog(catalog(places(8)), catalog(new))
    }
    #expect(try changed(4).entries.map(\.rank) == Array(repeating: .routine, count: 4))
    #expect(try changed(5).entries.map(\.rank) == Array(repeating: .suspicious, count: 5))
    #expect(try changed(5).feeds.map(\.texts) == [["hours of 5 of 8 places changed at once"]])
  }

  @Test func noCommonDayIsReportedOncePerFeed() throws {
    func week(_ first: String) throws -> Catalog {
      try catalog(
        places(3) { _, entry in entry.details = .place(Place(category: .cafe, hours: try dated(from: first, ["09:00-10:00", ""]))) })
    }
    let log = try changeLog(week("2026-11-01"), week("2026-11-08"))
    #expect(!log.isEmpty)
    #expect(log.feeds.map(\.texts) == [["the hours of 3 places have no day in common and are not compared"]])
  }

  @Test func filters() throws {
    let old = try catalog(places(3) + [place("gmu/x/1")], feeds: ["penn/dining": .fresh, "gmu/x": .fresh])
    let new = try catalog(
      Array(places(3) { index, entry in if index == 2 { entry.name = "New" } }.dropFirst()),
      feeds: ["penn/dining": .fresh, "gmu/x": .fresh])
    let log = try changeLog(old, new)
    let (penn, gmu) = (try parsed("penn") { CampusID($0) }, try parsed("gmu/x") { FeedID($0) })
    #expect(log.entries.count == 3)
    #expect(log.filtered(by: ChangeFilter(campuses: [penn])).entries.map(\.id.description) == ["penn/dining/0", "penn/dining/2"])
    #expect(log.filtered(by: ChangeFilter(feeds: [gmu])).entries.map(\.id.description) == ["gmu/x/1"])
    #expect(log.filtered(by: ChangeFilter(ranks: [.routine])).entries.map(\.id.description) == ["penn/dining/2"])
    #expect(log.filtered(by: ChangeFilter(kinds: [.event])).isEmpty)
  }
}
