import Aggregation
import CatalogDiff
import CatalogSession
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

@Suite("The style of texts about changes") struct TextStyleTests {
  @Test(
    "They are written as in the country of the campus, unless a clock is chosen",
    arguments: [(nil, "09:00–midnight, was 09:00–17:00"), (.twelveHours, "9 AM–midnight, was 9 AM–5 PM")]
      as [(RegionalStyle.Clock?, String)])
  func clock(_ clock: RegionalStyle.Clock?, _ hours: String) async throws {
    let town = try Town()
    for (closing, time) in [("17:00:00", "2026-11-02T12:00:00Z"), ("23:59:59", "2026-11-03T12:00:00Z")] {
      town.server.put(Town.reply(["One"]).replacing("17:00:00", with: closing), at: Town.address)
      _ = try await town.collect(town.network(at: time))
    }
    let store = try SnapshotStore.open(path: town.folder.path(), readOnly: true)
    defer { store.close() }
    let text = "closes 7 hours later on Mondays: \(hours)"
    let style = RegionalStyle.Choice(clock: clock)
    let match = try #require(try await StoredHistory.matches("town/a/p0", in: store, town.registry).first)
    let found = try await StoredHistory(of: match, in: store, style: style)
    #expect(found.history.steps.last?.changes.map(\.text) == [text] && found.style == RegionalStyle(country: "GB", clock: clock))
    let first = try #require(try await store.runs(selection: town.plan.selection).last)
    let logs = try await store.changes(after: first, style: style).logs
    #expect(logs.flatMap(\.entries).flatMap(\.changes).map(\.text) == [text])
  }
}
