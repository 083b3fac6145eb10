import CampusCatalog
import FeedKit
import OpeningHours
import TestKit
import Testing

@testable import Aggregation

/// The places of menus follow merges and links.
@Suite struct MenuMergeTests {
  /// The result of a feed: places by record, all with one name, and menus of places by record.
  private static func result(
    _ feed: String, priority: Int = 0, places: [String] = [], menus: [String] = [], name: String = "Mensa"
  ) throws -> FeedResult {
    let id = try parsed(feed) { FeedID($0) }
    var result = FeedResult(FeedReport(id: id, adapter: try parsed("places") { AdapterID($0) }, outcome: .fresh), priority: priority)
    result.entries = try places.map { record in
      Entry(
        id: try parsed("\(feed)/\(record)") { EntryID($0) }, campus: id.campus, name: name,
        sources: [SourceReference(feed: id, record: record)],
        details: .place(Place(category: .diningHall, location: Location(building: "Hall"))))
    }
    result.entries += try menus.map { record in
      let menu = Menu(
        place: try parsed("\(feed)/\(record)") { EntryID($0) }, date: try parsed("2026-11-30") { LocalDate($0) },
        meal: Meal(kind: .lunch), sections: [MenuSection(dishes: [Dish(name: "Soup")])])
      return Entry(
        id: try parsed("\(feed)/menu-\(record)") { EntryID($0) }, campus: id.campus, name: nil,
        sources: [SourceReference(feed: id, record: "menu-\(record)")], details: .menu(menu))
    }
    return result
  }

  private static func link(_ kind: EntryLink.Kind, _ ids: String...) throws -> EntryLink {
    EntryLink(kind: kind, ids: try ids.map { id in try parsed(id) { EntryID($0) } })
  }

  /// The places of the merged menus, by menu. The order of the feeds does not matter.
  private static func places(_ results: [FeedResult], _ links: EntryLink...) throws -> [String: String] {
    func merged(_ results: [FeedResult]) -> [String: String] {
      var results = results
      let menus = Merge(links: links).merge(&results).compactMap { entry in entry.menu.map { ("\(entry.id)", "\($0.place)") } }
      return Dictionary(uniqueKeysWithValues: menus)
    }
    let found = merged(results)
    #expect(merged(results.reversed()) == found)
    return found
  }

  @Test func menusFollowTheirMergedPlace() throws {
    let weak = try Self.result("town/a", places: ["1", "2"], menus: ["1"], name: "Mensa")
    let strong = try Self.result("town/b", priority: 1, places: ["x"], menus: ["x"], name: "Other")
    #expect(try Self.places([weak, strong]) == ["town/a/menu-1": "town/a/1", "town/b/menu-x": "town/b/x"])
    let link = try Self.link(.same, "town/a/1", "town/b/x")
    #expect(try Self.places([weak, strong], link) == ["town/a/menu-1": "town/b/x", "town/b/menu-x": "town/b/x"])
  }

  /// A typo in a link leaves menus without a place: of the place, or of the record that has menus.
  @Test(
    arguments: [
      (["town/a/1", "town/b/x"], nil), (["town/a/l", "town/b/x"], "town/a/l"), (["town/a/1", "town/b/X"], "town/b/x"), ([], nil),
    ] as [([String], String?)])
  func menusWithoutAPlaceAreNoted(ids: [String], missing: String?) throws {
    var results = [try Self.result("town/a", places: ["1"]), try Self.result("town/b", menus: ["x"])]
    let links = ids.isEmpty ? [] : [EntryLink(kind: .place, ids: try ids.map { id in try parsed(id) { EntryID($0) } })]
    _ = Merge(links: links).merge(&results)
    let notes = results.flatMap(\.report.notes)
    #expect(notes.map(\.code) == (missing == nil ? [] : [.menuPlace]) && notes.first?.entry?.description == missing)
    #expect(notes.first.map { $0.detail.contains("correct its name in \"links\"") } ?? true && results[0].report.notes.isEmpty)
  }

  @Test func menusBelongToThePlaceOfALink() throws {
    let places = try Self.result("town/a", places: ["1"])
    let menus = try Self.result("town/b", menus: ["x", "y", "z"])
    let link = try Self.link(.place, "town/a/1", "town/b/x", "town/b/y")
    #expect(
      try Self.places([places, menus], link) == [
        "town/b/menu-x": "town/a/1", "town/b/menu-y": "town/a/1", "town/b/menu-z": "town/b/z",
      ])
    // Even if no other feed delivers; and the last link about a record counts.
    let later = try Self.link(.place, "town/a/2", "town/b/y")
    #expect(
      try Self.places([menus], link, later) == ["town/b/menu-x": "town/a/1", "town/b/menu-y": "town/a/2", "town/b/menu-z": "town/b/z"])
  }

  @Test func placeOfALinkMayBeMerged() throws {
    let weak = try Self.result("town/a", places: ["1"])
    let strong = try Self.result("town/b", priority: 1, places: ["x"])
    let menus = try Self.result("town/c", menus: ["m"])
    let links = (try Self.link(.place, "town/a/1", "town/c/m"), try Self.link(.same, "town/a/1", "town/b/x"))
    #expect(try Self.places([weak, strong, menus], links.0, links.1) == ["town/c/menu-m": "town/b/x"])
  }

  @Test func menusAreNeverMerged() throws {
    let one = try Self.result("town/a", places: ["1"], menus: ["1"])
    let two = try Self.result("town/b", places: ["1"], menus: ["1"])
    let link = try Self.link(.same, "town/a/menu-1", "town/b/menu-1")
    var results = [one, two]
    let entries = Merge(links: [link]).merge(&results)
    #expect(entries.map(\.kind).count { $0 == .menu } == 2 && entries.allSatisfy { $0.kind != .menu || $0.aliases.isEmpty })
  }

  /// A place link is no merge, and a link of places does not need menus.
  @Test func placeLinksMergeNothing() throws {
    var results = [try Self.result("town/a", places: ["1"], name: "A"), try Self.result("town/b", places: ["x"], name: "B")]
    #expect(Merge(links: [try Self.link(.place, "town/a/1", "town/b/x")]).merge(&results).count == 2)
  }
}
