import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON
import TestKit
import Testing

/// An adapter whose replies have numbers: how many places there are, how many menus, and the number of the first menu.
private struct CountedMenus: FeedAdapter {
  let manifest = AdapterManifest(
    id: "penn", version: 1, title: "Menus", summary: "Menus.", homepage: "https://penn.example/", requests: ["venues"], cadence: 3600)

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) async throws(AdapterError) {
    guard let reply = replies.first else { return }
    let numbers = String(decoding: reply.body, as: UTF8.self).split { !$0.isNumber }.compactMap { Int($0) }
    guard let date = LocalDate("2026-11-21") else { return }
    for number in 0..<numbers[0] {
      guard let id = EntryID(feed: feed.id, record: "\(number)") else { continue }
      let source = SourceReference(feed: feed.id, record: "\(number)")
      draft.add(
        Entry(id: id, campus: feed.campus.id, name: "Hall", sources: [source], details: .place(Place(category: .cafe))),
        at: RecordPointer(request: reply.request, parent: "", index: number))
    }
    for number in numbers[2]..<numbers[2] + numbers[1] {
      draft.addMenu(
        of: "\(number)", date: date, meal: Meal(kind: .lunch), sections: [MenuSection(dishes: [Dish(name: "Soup")])], in: reply, at: "")
    }
  }
}

/// Menus come and go, so they do not make a result look like a mistake.
@Suite struct MenuGuardTests {
  @Test(
    arguments: [
      // Without menus, on holidays, and with many of them afterwards.
      ([20, 300, 0], [20, 0, 0], nil), ([20, 0, 0], [20, 300, 0], nil), ([0, 300, 0], [0, 0, 0], nil), ([0, 5, 0], [0, 0, 0], nil),
      // Other menus.
      ([20, 300, 0], [20, 300, 1000], nil), ([0, 300, 0], [0, 300, 1000], nil), ([0, 300, 0], [0, 20, 0], nil),
      ([0, 3, 0], [0, 300, 0], nil),
      ([2, 1, 0], [2, 300, 0], nil),
      // The places decide.
      ([100, 300, 0], [80, 300, 0], "guard.shrink"), ([100, 300, 0], [90, 0, 0], nil), ([20, 300, 0], [0, 300, 0], "guard.empty"),
      ([20, 300, 0], [0, 0, 0], "guard.empty"), ([2, 1, 0], [0, 300, 0], "guard.empty"), ([2, 300, 0], [30, 300, 0], "guard.growth"),
      ([5, 300, 0], [30, 0, 0], nil),
    ] as [([Int], [Int], String?)])
  func placesDecide(old: [Int], new: [Int], reason: String?) async throws {
    var check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.replacingPenn(by: CountedMenus())
    check.polling.server.on(Texts.venues, .ok("\(old)"), .ok("\(new)"))
    #expect(try await check.run().entries == old[0] + old[1])
    check.polling.clock.advance(seconds: 3601)
    let report = try await check.run()
    #expect(report.reason?.description == reason && report.outcome == (reason == nil ? .fresh : .stale), "\(report)")
    #expect(report.notes.contains { $0.detail.hasPrefix("the feed has no entries but menus") } == (reason == "guard.empty" && new[1] > 0))
    #expect(report.entries == (reason == nil ? new : old).prefix(2).reduce(0, +))
  }

  @Test func firstResultMayHaveMenusOnly() async throws {
    var check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.replacingPenn(by: CountedMenus())
    check.polling.server.on(Texts.venues, .ok("[0,3,0]"))
    #expect(try await check.run().outcome == .fresh)
    // An empty first result is suspicious, because nothing says that the feed has menus only.
    check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.replacingPenn(by: CountedMenus())
    check.polling.server.on(Texts.venues, .ok("[0,0,0]"))
    #expect(try await check.run().reason == .guardEmpty)
  }

  /// A poll that changes no menu writes none: the content stays what it was, and is not written again.
  @Test func unchangedMenusAreNotWritten() async throws {
    var check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.replacingPenn(by: CountedMenus())
    // Other bytes with the same meaning; then a menu more.
    check.polling.server.on(Texts.venues, .ok("[20,30,0]"), .ok("[20, 30, 0]"), .ok("[20,31,0]"))
    #expect(try await check.run().outcome == .fresh)
    let before = try await check.kept()
    let writes = check.polling.store.entryWrites(of: check.penn)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .unchanged)
    #expect(try await check.kept().lines == before.lines && check.polling.store.entryWrites(of: check.penn) == writes)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .fresh)
    #expect(check.polling.store.entryWrites(of: check.penn) == writes + 1)
  }
}
