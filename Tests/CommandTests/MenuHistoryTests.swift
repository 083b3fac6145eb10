import Foundation
import TestKit
import TestTraits
import Testing

/// The history of a menu in a store: its dishes are counted, not listed.
@Suite(.waitsForPrograms) struct MenuHistoryTests {
  @Test func placeOfAMenu() throws {
    let folder = try TemporaryFolder()
    let fixture = Program.root.appendingPathComponent("Fixtures/eateries-menus")
    let collected = try Program.run(
      [
        "collect", "--replay", fixture.path, "--config", fixture.appendingPathComponent("registry.json").path, "--store", "store.sqlite",
        "-o", "catalog.json",
      ], directory: folder.url)
    #expect(collected.status == 0, "\(collected)")
    let id = "lakeside/dining/menu-North-Star-2026-11-24-brunch"
    let history = try Program.run(["history", id, "--store", "store.sqlite"], directory: folder.url)
    #expect(history.out.hasPrefix("Menu of North Star Dining Room, Tue, Nov 24, 2026, Brunch  \(id)\n"), "\(history)")
    #expect(history.out.contains("first seen: 3 dishes\n"))
  }

  /// The places of the sample's menus are in a feed of their own, which does not change.
  @Test func placeInAnotherFeed() throws {
    let folder = try TemporaryFolder()
    let sample = Program.root.appendingPathComponent("Fixtures/sample")
    try FileManager.default.copyItem(at: sample, to: folder.url.appendingPathComponent("r"))
    func collect(at time: String) throws {
      let arguments = ["collect", "--replay", "r", "--campus", "penn", "--store", "store.sqlite", "--at", time, "-o", "catalog.json"]
      #expect([0, 3].contains(try Program.run(arguments, directory: folder.url).status))
    }
    try collect(at: "2026-11-21T17:00:00Z")
    let reply = "r/penn/menus/menus.json"
    let text = try String(contentsOf: folder.url.appendingPathComponent(reply), encoding: .utf8)
    try #require(text.contains("\"black bean chili\""))
    try folder.write(text.replacing("\"black bean chili\"", with: "\"white bean chili\""), to: reply)
    try collect(at: "2026-11-21T17:15:00Z")
    let atom = try Program.run(["diff", "latest~1", "latest", "--store", "store.sqlite", "--format", "atom"], directory: folder.url)
    #expect(atom.out.contains("Menu of 1920 Commons") && !atom.out.contains("Menu of penn/"), "\(atom)")
    let id = "penn/menus/menu-593-2026-11-21-brunch"
    let history = try Program.run(["history", id, "--store", "store.sqlite"], directory: folder.url)
    #expect(history.out.hasPrefix("Menu of 1920 Commons, "), "\(history)")
    #expect(try Program.run(["history", "", "--store", "store.sqlite"], directory: folder.url).status == 4)
  }

  @Test func dishesOfAMenu() throws {
    let folder = try TemporaryFolder()
    let fixture = Program.root.appendingPathComponent("Fixtures/tum-eat-api-menus-week")
    let (reply, registry) = ("r/isar/isarufer/menus.json", fixture.appendingPathComponent("registry.json").path)
    try FileManager.default.copyItem(at: fixture, to: folder.url.appendingPathComponent("r"))
    func collect(at time: String) throws {
      let arguments = ["collect", "--replay", "r", "--config", registry, "--store", "store.sqlite", "--at", time, "-o", "catalog.json"]
      #expect(try Program.run(arguments, directory: folder.url).status == 0)
    }
    try collect(at: "2026-11-24T12:00:00+01:00")
    let text = try String(contentsOf: folder.url.appendingPathComponent(reply), encoding: .utf8)
    try folder.write(text.replacing("Linsencurry mit Spinat", with: "Lasagne"), to: reply)
    try collect(at: "2026-11-24T13:00:00+01:00")
    let id = "isar/isarufer/menu-mensa-isarufer-2026-11-24-other"
    let history = try Program.run(["history", id, "--store", "store.sqlite"], directory: folder.url)
    #expect(
      history.out == """
        Menu of isar/isarufer/mensa-isarufer, Tue 24 Nov 2026  \(id)
        Tue 24 Nov 2026 12:00  first seen: 5 dishes
        Tue 24 Nov 2026 13:00  “Lasagne” replaces “Linsencurry mit Spinat”
        Tue 24 Nov 2026 13:00  last seen

        """, "\(history)")
  }
}
