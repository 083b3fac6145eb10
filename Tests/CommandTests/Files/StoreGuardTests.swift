import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// No command overwrites a store, whichever path is used for it.
@Suite(.waitsForPrograms) struct StoreGuardTests {
  private let history: History
  private let before: Data

  init() throws {
    history = try History()
    try history.record("one", ["town/a": ["Library", "Gym"]])
    try history.record("two", ["town/a": ["Library", "Shop"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    try history.replay("two", at: "2026-01-02T12:00:00Z")
    before = try Data(contentsOf: history.folder.url.appendingPathComponent("store.sqlite"))
    for (link, target) in [("link.sqlite", "store.sqlite"), ("sub", "."), ("dangling", "new.sqlite-wal")] {
      try FileManager.default.createSymbolicLink(atPath: path(link), withDestinationPath: target)
    }
    try FileManager.default.linkItem(atPath: path("store.sqlite"), toPath: path("hard.sqlite"))
    try history.folder.write(try history.asOf("2026-01-01T13:00:00Z").out, to: "old.json")
    try history.folder.write(try history.asOf("latest").out, to: "new.json")
    try history.folder.write(try history.run("diff", "old.json", "new.json", "--format", "json", registry: nil).out, to: "diff.json")
  }

  private func path(_ name: String) -> String { history.folder.url.appendingPathComponent(name).path }

  private static let spellings = [
    "store.sqlite", "./store.sqlite", "one/../store.sqlite", "sub/store.sqlite", "link.sqlite", "hard.sqlite", "store.sqlite-wal",
    "store.sqlite-shm", "store.sqlite-journal",
  ]

  private static let commands = [
    ["collect", "--as-of", "latest"], ["collect", "--offline"], ["collect", "--sample"],
    ["collect", "--replay", "two", "--at", "2026-01-03T00:00:00Z"], ["diff", "latest~1", "latest"], ["diff", "old.json", "new.json"],
    ["watch", "--once"], ["watch", "--once", "--format", "json"], ["watch", "--once", "--format", "atom"],
    ["snapshots", "export", "--force"], ["snapshots", "export", "--snapshot", "1", "--force"],
  ]

  @Test(arguments: commands) func storeIsNotOverwritten(_ command: [String]) throws {
    for name in Self.spellings {
      let isExport = command[0] == "snapshots"
      var words = command + (isExport ? [name] : ["-o", name])
      if !command.contains("--sample") { words += ["--store", "store.sqlite"] }
      if command[0] != "diff" { words += ["--config", "registry.json"] }
      let environment = command.contains("--sample") ? ["AGGREGATE_STORE": path("store.sqlite")] : [:]
      let result = try Program.run(words, environment: environment, directory: history.folder.url)
      #expect(result.status == 64, "\(words): \(result.status) \(result.error)")
      #expect(result.error.contains(name) && result.out.isEmpty, "\(words): \(result.error)")
    }
    #expect(try Data(contentsOf: history.folder.url.appendingPathComponent("store.sqlite")) == before)
  }

  @Test(arguments: [
    ["diff", "old.json", "new.json"], ["collect", "--sample"], ["collect", "--no-store"],
  ])
  func defaultStoreIsNotOverwritten(_ command: [String]) throws {
    let state = history.folder.url.appendingPathComponent("state/aggregate")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    let target = state.appendingPathComponent("aggregate.sqlite")
    try FileManager.default.copyItem(atPath: path("store.sqlite"), toPath: target.path)
    try FileManager.default.createSymbolicLink(atPath: path("shortcut"), withDestinationPath: "state")
    for name in [target.path, "state/aggregate/aggregate.sqlite", "shortcut/aggregate/aggregate.sqlite", target.path + "-wal"] {
      let result = try Program.run(
        command + ["-o", name], environment: ["XDG_STATE_HOME": path("state")], directory: history.folder.url)
      #expect(result.status == 64, "\(command) \(name): \(result.status) \(result.error)")
    }
    #expect(try Data(contentsOf: target) == before)
  }

  /// A store that the command does not use, and a database of another program.
  @Test func otherDatabasesAreNotOverwritten() throws {
    for command in [["diff", "old.json", "new.json"], ["--sample"]] {
      for name in ["store.sqlite", "link.sqlite", "store.sqlite-wal"] {
        let result = try Program.run(command + ["-o", name], directory: history.folder.url)
        #expect(result.status == 64 && result.error.contains(name), "\(command) \(name): \(result.status) \(result.error)")
      }
    }
    #expect(try Data(contentsOf: history.folder.url.appendingPathComponent("store.sqlite")) == before)
    // A copy may replace an older one.
    for _ in 0..<2 {
      #expect(try history.run("snapshots", "export", "copy.sqlite", "--force", registry: nil).status == 0)
    }
  }

  @Test func pathOfFutureStoreIsRefused() throws {
    for (name, store) in [("new.sqlite", "./new.sqlite"), ("sub/new.sqlite-wal", "new.sqlite"), ("dangling", "new.sqlite")] {
      let words = ["--offline", "-o", name, "--store", store, "--config", "registry.json"]
      let result = try Program.run(words, directory: history.folder.url)
      #expect(result.status == 64, "\(name): \(result.status) \(result.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: path("new.sqlite")))
  }

  @Test func recordingDoesNotOverwriteStore() async throws {
    let server = try ScriptedServer(GoodAnswer.script)
    defer { server.stop() }
    try history.folder.write(
      #"{"feeds":[{"id":"penn/dining","addresses":{"venues":"\#(server.url())"}}]}"#, to: "live.json")
    try history.folder.write("", to: "r/penn/dining/.keep")
    let store = path("r/penn/dining/venues.json")
    let words = [
      "--config", "live.json", "--feed", "penn/dining", "--allow-private", "--record", "r", "--store", store, "-q", "-o", "catalog.json",
    ]
    let result = try Program.run(words, directory: history.folder.url)
    #expect(result.status == 64 && result.error.contains("--record"), "\(result.status) \(result.error)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)).starts(with: Data("SQLite format 3".utf8)))
    #expect(try Program.run(["snapshots", "verify", "--store", store], directory: history.folder.url).status == 0)
  }
}
