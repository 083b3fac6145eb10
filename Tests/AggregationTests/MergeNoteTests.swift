import CampusCatalog
import FeedKit
import OpeningHours
import TestKit
import Testing

@testable import Aggregation

/// The notes and the provenance of merged entries, without reading feeds.
@Suite struct MergeNoteTests {
  /// The result of a feed: places with names, all at one position.
  private static func result(_ feed: String, priority: Int = 0, _ names: [String], _ change: (inout Entry) -> Void = { _ in }) throws
    -> FeedResult
  {
    let id = try parsed(feed) { FeedID($0) }
    var result = FeedResult(FeedReport(id: id, adapter: try parsed("places") { AdapterID($0) }, outcome: .fresh), priority: priority)
    result.entries = try names.enumerated().map { index, name in
      let location = Location(building: "Hall", coordinate: Coordinate(latitude: 53.4, longitude: -2.9))
      var entry = Entry(
        id: try parsed("\(feed)/\(index)") { EntryID($0) }, campus: id.campus, name: name,
        sources: [SourceReference(feed: id, record: "\(index)")], details: .place(Place(category: .cafe, location: location)))
      change(&entry)
      return entry
    }
    return result
  }

  /// A note lists up to five entries that match.
  @Test(arguments: [
    (2, "2 entries of one feed: town/b/0, town/b/1"), (5, "5 entries of one feed: town/b/0, town/b/1, town/b/2, town/b/3, town/b/4"),
    (6, "more than 5 entries of one feed: town/b/0, town/b/1, town/b/2, town/b/3, town/b/4, …"),
    (7, "more than 5 entries of one feed: town/b/0, town/b/1, town/b/2, town/b/3, town/b/4, …"),
  ])
  func matchesAreListed(count: Int, text: String) throws {
    var results = [try Self.result("town/a", ["Gym"]), try Self.result("town/b", Array(repeating: "Gym", count: count))]
    #expect(Merge(links: []).merge(&results).count == count + 1)
    #expect(results[0].report.notes.map(\.detail) == ["not merged: it matches \(text)"])
  }

  /// A feed has up to a maximum of notes on the merge, and then one that counts the rest.
  @Test(arguments: [-1, 0, 1, 2])
  func notesAreLimited(excess: Int) throws {
    let maximum = FeedLimits().notes
    let names = (0..<maximum + excess).map { "Gym \($0)" }
    var results = [try Self.result("town/a", priority: 1, names), try Self.result("town/b", names) { $0.notice = "Closed" }]
    results[0].entries = results[0].entries.map { entry in
      var entry = entry
      entry.notice = "Open"
      return entry
    }
    #expect(Merge(links: []).merge(&results).count == names.count)
    #expect(results[0].report.notes.isEmpty)
    let notes = results[1].report.notes
    #expect(notes.prefix(maximum).allSatisfy { $0.code == .mergeDisagreement } && notes.count == min(names.count, maximum + 1))
    #expect(notes.dropFirst(maximum).map(\.detail) == (excess > 0 ? ["\(excess) more notes on the merge were left out"] : []))
  }

  /// A catalog says where its values come from. Values of the same part that it did not use stay before those that are overridden here.
  @Test func provenanceOfACatalogStays() throws {
    let (former, other) = (try parsed("town/a/old") { EntryID($0) }, try parsed("town/c/x") { EntryID($0) })
    let strong = try Self.result("town/a", priority: 1, ["Gym"]) {
      $0.provenance = [
        Provenance(field: "location", origin: .correction, because: "moved", overridden: [.init(from: other, value: "{}")]),
        Provenance(field: "name", origin: .entry(former), overridden: [.init(from: other, value: "\"Sports\"")]),
      ]
    }
    var results = [strong, try Self.result("town/b", ["GYM"])]
    let entry = try #require(Merge(links: []).merge(&results).first)
    let weak = try #require(results[1].entries.first?.id)
    let name = entry.provenance.first { $0.field == "name" }
    #expect(name?.origin == .entry(former))
    #expect(name?.overridden == [.init(from: other, value: "\"Sports\""), .init(from: weak, value: "\"GYM\"")])
    // The corrected location was overridden as a whole, which says nothing about its parts.
    let building = entry.provenance.first { $0.field == "location.building" }
    #expect(building?.origin == .correction && building?.because == "moved" && building?.overridden == [])
    let category = entry.provenance.first { $0.field == "category" }
    #expect(category?.origin == .entry(entry.id) && category?.overridden == [])
  }

  /// Notes on entries that were not merged are in the order of their ids, also across groups; entries that a link declares different have none.
  @Test func notesHaveAnOrder() throws {
    let names = ["Pool", "Gym", "Pool", "Gym"]
    var results = [try Self.result("town/a", names), try Self.result("town/b", ["Gym", "Pool"])]
    #expect(Merge(links: []).merge(&results).count == 6)
    let notes = results[1].report.notes.compactMap { note in note.entry.map { "\($0) \(note.detail)" } }
    #expect(
      notes == [
        "town/b/0 not merged: it matches 2 entries of one feed: town/a/1, town/a/3",
        "town/b/1 not merged: it matches 2 entries of one feed: town/a/0, town/a/2",
      ])
    let (one, other) = (try parsed("town/a/0") { EntryID($0) }, try parsed("town/b/0") { EntryID($0) })
    var different = [try Self.result("town/a", ["Gym"]), try Self.result("town/b", ["Gym"])]
    #expect(Merge(links: [EntryLink(kind: .different, ids: [one, other])]).merge(&different).count == 2)
    #expect(different.flatMap { $0.report.notes } == [])
  }

  /// Notes on groups are in the order of their first entries. In each of these chains, the ends are too far apart to be one place.
  @Test func notesOnGroupsHaveAnOrder() throws {
    let names = ["Tea Room", "Pool", "Gym", "Atrium", "Library"]
    var results = try ["a", "b", "c"].enumerated().map { number, feed in
      try Self.result("town/\(feed)", names) { entry in
        guard case .place(var place) = entry.details else { return }
        place.location = Location(coordinate: Coordinate(latitude: 53.4 + Double(number) * 0.0006, longitude: -2.9))
        entry.details = .place(place)
      }
    }
    #expect(Merge(links: []).merge(&results).count == 3 * names.count)
    for result in results {
      #expect(result.report.notes.map(\.entry) == result.entries.map(\.id), "\(result.report.notes)")
    }
  }
}
