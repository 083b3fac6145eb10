import Foundation
import TestKit
import TestTraits
import Testing

/// A damaged store is set aside, whichever part is damaged; other files are not, and nothing is deleted.
@Suite(.waitsForPrograms) struct StoreResetTests {
  private let history: History

  init() throws {
    history = try History()
    try history.record("one", ["town/a": ["Library", "Gym"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
  }

  private var store: URL { history.folder.url.appendingPathComponent("store.sqlite") }

  private func damage(_ range: Range<Int>, _ byte: UInt8) throws -> Data {
    var bytes = try Data(contentsOf: store)
    for index in range { bytes[index] = byte }
    try bytes.write(to: store)
    return bytes
  }

  private func reset(_ words: String...) throws -> Program.Result { try history.run(["snapshots", "reset"] + words, registry: nil) }

  private func run() throws -> Program.Result { try history.run("collect", "--replay", "one", "--at", "2026-01-02T12:00:00Z") }

  private var aside: [String] { history.folder.names.filter { $0.contains(".corrupt-") } }

  /// One byte, the first sixteen, some more, and the whole first page.
  @Test(arguments: [3..<4, 0..<16, 0..<20, 0..<4096])
  func runSetsDamagedStoreAside(_ range: Range<Int>) throws {
    let damaged = try damage(range, 0x58)
    let asked = try history.run("list", registry: "registry.json")
    #expect(asked.status == 5 && asked.error.contains("aggregate snapshots reset --store store.sqlite\n"), "\(asked.error)")
    let first = try run()
    #expect(first.status == 5 && first.error.contains("store.sqlite.corrupt-1"), "\(first.error)")
    #expect(try Data(contentsOf: history.folder.url.appendingPathComponent("store.sqlite.corrupt-1")) == damaged)
    let second = try run()
    #expect(second.status == 0, "\(second.error)")
    #expect(aside == ["store.sqlite.corrupt-1"])
  }

  @Test(arguments: [3..<4, 0..<16]) func suggestedCommandSetsStoreAside(_ range: Range<Int>) throws {
    let damaged = try damage(range, 0)
    let asked = try history.run("collect", "--offline")
    let command = try #require(asked.error.split(separator: "\n").first { $0.contains("aggregate snapshots reset") })
    let words = try #require(command.firstRange(of: "aggregate snapshots reset")).lowerBound
    let told = try Shell.run(
      "aggregate() { command \"$aggregate\" \"$@\"; }\n"
        + command[words...].replacing("aggregate ", with: "\"$aggregate\" ", maxReplacements: 1),
      directory: history.folder.url)
    #expect(told.status == 0 && told.error.contains("store.sqlite.corrupt-1"), "\(told.error)")
    #expect(try Data(contentsOf: history.folder.url.appendingPathComponent("store.sqlite.corrupt-1")) == damaged)
    #expect(!FileManager.default.fileExists(atPath: store.path))
    #expect(try run().status == 0)
  }

  @Test func pathIsQuotedForTheShell() throws {
    _ = try damage(0..<16, 0)
    let name = "it's a store;.sqlite"
    try FileManager.default.moveItem(at: store, to: history.folder.url.appendingPathComponent(name))
    let asked = try Program.run(["list", "--store", name, "--config", "registry.json"], directory: history.folder.url)
    #expect(asked.error.contains(#"--store 'it'\''s a store;.sqlite'"#), "\(asked.error)")
  }

  @Test func storeDamagedInsideIsSetAside() throws {
    let size = try Data(contentsOf: store).count
    _ = try damage((size / 2)..<size, 0xA5)
    let verify = try history.run("snapshots", "verify", registry: nil)
    #expect(verify.status == 5 && verify.error.contains("aggregate snapshots reset"), "\(verify.error)")
    #expect(try reset().status == 0)
    #expect(aside.first == "store.sqlite.corrupt-1" && !FileManager.default.fileExists(atPath: store.path))
  }

  @Test func goodStoreIsLeftAlone() throws {
    let before = try Data(contentsOf: store)
    let refused = try reset()
    #expect(refused.status == 64 && refused.error.contains("--force"), "\(refused.status) \(refused.error)")
    #expect(try Data(contentsOf: store) == before)
    #expect(try reset("--force").status == 0)
    #expect(try Data(contentsOf: history.folder.url.appendingPathComponent("store.sqlite.corrupt-1")) == before)
  }

  @Test func otherFileIsLeftAlone() throws {
    let python = "import sqlite3, sys; b = sqlite3.connect(sys.argv[1]); b.execute('CREATE TABLE mine (x)'); b.commit()"
    #expect(
      try Program.run(
        ["python3", "-c", python, "theirs.sqlite"], directory: history.folder.url, executable: URL(fileURLWithPath: "/usr/bin/env")
      )
      .status == 0)
    var header = Data("SQLite format 3\0".utf8)
    header.append(Data(repeating: 7, count: 5_000))
    try header.write(to: history.folder.url.appendingPathComponent("broken.sqlite"))
    try history.folder.write("CREATE TABLE snapshot_body (\n);\n", to: "dump.sql")
    try history.folder.write("my notes, which are long enough to be no header\n", to: "notes.txt")
    for name in ["theirs.sqlite", "broken.sqlite", "dump.sql", "notes.txt"] {
      let before = try Data(contentsOf: history.folder.url.appendingPathComponent(name))
      let refused = try Program.run(["snapshots", "reset", "--store", name], directory: history.folder.url)
      #expect(refused.status == 64 && refused.error.contains("nothing was changed"), "\(name): \(refused.status) \(refused.error)")
      let used = try Program.run(
        ["--replay", "one", "--at", "2026-01-02T12:00:00Z", "--store", name, "--config", "registry.json"], directory: history.folder.url)
      #expect(used.status == 5, "\(name): \(used.status) \(used.error)")
      #expect(try Data(contentsOf: history.folder.url.appendingPathComponent(name)) == before, "\(name)")
    }
    #expect(aside.isEmpty)
    // With --force it is set aside.
    #expect(try Program.run(["snapshots", "reset", "--store", "notes.txt", "--force"], directory: history.folder.url).status == 0)
    #expect(aside == ["notes.txt.corrupt-1"])
    #expect(try Program.run(["snapshots", "reset", "--store", "none"], directory: history.folder.url).status == 4)
    #expect(try Program.run(["snapshots", "reset", "--store", ".", "--force"], directory: history.folder.url).status == 64)
  }

  @Test func earlierCopiesAreNotReplaced() throws {
    try history.folder.write("earlier", to: "store.sqlite.corrupt-1")
    try history.folder.write("earlier", to: "store.sqlite.corrupt-2-wal")
    _ = try damage(0..<16, 0)
    #expect(try reset().status == 0)
    #expect(aside == ["store.sqlite.corrupt-1", "store.sqlite.corrupt-2-wal", "store.sqlite.corrupt-3"])
  }
}
