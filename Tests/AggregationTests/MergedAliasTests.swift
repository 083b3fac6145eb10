import CampusCatalog
import FeedKit
import RandomData
import TestKit
import Testing

@testable import Aggregation

/// Aliases that entries have before they are merged.
@Suite struct MergedAliasTests {
  /// A feed's result: places by record, with their former ids.
  private static func result(_ feed: String, priority: Int, _ places: [(record: String, name: String, aliases: [String])]) throws
    -> FeedResult
  {
    let id = try parsed(feed) { FeedID($0) }
    let adapter = try parsed("places") { AdapterID($0) }
    var result = FeedResult(FeedReport(id: id, adapter: adapter, outcome: .fresh), priority: priority)
    result.entries = try places.map { record, name, aliases in
      let location = Location(building: "Hall", coordinate: Coordinate(latitude: 53.4, longitude: -2.9))
      var entry = Entry(
        id: try parsed("\(feed)/\(record)") { EntryID($0) }, campus: id.campus, name: name,
        sources: [SourceReference(feed: id, record: record)], details: .place(Place(category: .cafe, location: location)))
      entry.aliases = try aliases.map { text in try parsed(text) { EntryID($0) } }
      return entry
    }
    return result
  }

  /// By id, the aliases of the merged entries.
  private static func merged(_ results: [FeedResult], _ links: [EntryLink] = []) throws -> [String: [String]] {
    var results = results
    let entries = Merge(links: links).merge(&results)
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.id.description, $0.aliases.map(\.description)) })
  }

  @Test func mergedEntryHasAliasesOfAllMembers() throws {
    let strong = try Self.result("town/a", priority: 2, [("gym", "Gym", ["town/a/z", "town/b/old"])])
    let weak = try Self.result("town/b", priority: 1, [("g", "Gym", ["town/b/old"]), ("bar", "Bar", ["town/b/pub"])])
    for results in [[strong, weak], [weak, strong]] {
      #expect(
        try Self.merged(results) == ["town/a/gym": ["town/a/z", "town/b/g", "town/b/old"], "town/b/bar": ["town/b/pub"]])
    }
  }

  @Test func aliasesAreNotIDsOfOtherEntries() throws {
    let strong = try Self.result("town/a", priority: 2, [("gym", "Gym", ["town/a/gym", "town/b/bar", "town/b/g"])])
    let weak = try Self.result("town/b", priority: 1, [("g", "Gym", ["town/a/gym"]), ("bar", "Bar", ["town/a/gym"])])
    #expect(try Self.merged([strong, weak]) == ["town/a/gym": ["town/b/g"], "town/b/bar": []])
  }

  /// A link may name a former id of an entry, unless another entry has it.
  @Test func linksNameAliases() throws {
    func link(_ ids: String...) throws -> [EntryLink] {
      [EntryLink(kind: .same, ids: try ids.map { text in try parsed(text) { EntryID($0) } })]
    }
    let strong = try Self.result("town/a", priority: 2, [("gym", "Gym", []), ("pool", "Pool", [])])
    let weak = try Self.result("town/b", priority: 1, [("sports", "Sports", ["town/b/old", "town/b/bar"]), ("bar", "Bar", [])])
    #expect(
      try Self.merged([strong, weak], link("town/a/gym", "town/b/old")) == [
        "town/a/gym": ["town/b/old", "town/b/sports"], "town/a/pool": [], "town/b/bar": [],
      ])
    #expect(
      try Self.merged([strong, weak], link("town/a/pool", "town/b/bar")) == [
        "town/a/gym": [], "town/a/pool": ["town/b/bar"], "town/b/sports": ["town/b/old"],
      ])
  }
}
