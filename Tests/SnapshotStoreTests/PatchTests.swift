import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import GRDB
import OpeningHours
import TestKit
import Testing

@testable import SnapshotStore

/// The earlier versions of large contents are stored as patches, and are read like any others.
@Suite struct PatchTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore
  private let sample: HistorySample
  /// Many places with long names, a little more than `StoredContent.smallestPatched` together.
  private let names: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
    sample = try HistorySample("penn/dining")
    var generator = SeededGenerator(seed: 9)
    names = Dictionary(
      uniqueKeysWithValues: (0..<400).map { number in
        ("p\(number)", String((0..<600).map { _ in Character(UnicodeScalar(UInt8.random(in: 0x61...0x7A, using: &generator))) }))
      })
  }

  /// The result in which one place has a different name for each number.
  private func result(_ number: Int, at seconds: Int) throws -> FeedUpdate {
    var names = names
    names["p7"] = "Number \(number)"
    let lines = try sample.lines(names)
    return try sample.update(lines, at: seconds, body: "reply \(number)\n" + String(decoding: lines.bytes, as: UTF8.self))
  }

  /// A run for each number, a second apart. Returns the catalogs.
  private func fill(_ numbers: [Int]) async throws -> [[UInt8]] {
    var written: [[UInt8]] = []
    for (seconds, number) in numbers.enumerated() {
      let update = try result(number, at: seconds)
      try await store.commit(update)
      written.append(try await store.keep(at: seconds, [(sample, update)]))
    }
    return written
  }

  private func codings() async throws -> [String] {
    try await store.connection.read { database in
      try Array(database.rows("SELECT coding FROM content WHERE size >= ?", [StoredContent.smallestPatched]) { $0.text() }).sorted()
    }
  }

  private func expect(_ written: [[UInt8]], _ numbers: [Int]) async throws {
    for (seconds, catalog) in written.enumerated() {
      #expect(try await store.asOf(seconds) == catalog, "\(seconds)")
      let body = try result(numbers[seconds], at: seconds).bodies[0]
      #expect(try await store.body(body.sha256) == body.bytes, "\(seconds)")
    }
    for record in try await store.snapshots() {
      let lines = try #require(try await store.lines(of: record.id))
      #expect(SHA256.hash(lines.bytes).description == SHA256.hash(try result(numbers[record.id - 1], at: 0).entries ?? []).description)
    }
    #expect(try await store.check() == [])
  }

  @Test func aSmallChangeOfALargeResultTakesLittleRoom() async throws {
    let numbers = [0, 1, 2]
    let written = try await fill(numbers)
    #expect(try await codings() == ["patch", "patch", "patch", "patch", "zstd", "zstd"])
    let records = try await store.snapshots()
    #expect(records[0].storedBytes > 200_000)
    #expect(records[1].storedBytes < 1_000 && records[2].storedBytes < 1_000)
    try await expect(written, numbers)
    let id = try #require(EntryID(feed: sample.feed, record: "p7"))
    let lines = try [0, 1, 2].map { EntryVersion.State.line(Array(try sample.lines(["p7": "Number \($0)"]).bytes.dropLast())) }
    #expect(try await store.versions(of: id).map(\.state) == lines)
  }

  /// An earlier version that comes back is stored as a patch of one that becomes a patch of it.
  @Test func versionsThatAlternateAreNoCircle() async throws {
    let numbers = [0, 1, 0, 1, 2, 0]
    try await expect(try await fill(numbers), numbers)
    #expect(try await codings().filter { $0 == "zstd" }.count == 2)
    #expect(try await store.entries(of: sample.feed) == result(0, at: 0).entries)
  }

  @Test func thereIsALimitToPatchesInARow() async throws {
    let numbers = Array(0..<StoredContent.longestChain + 4)
    let written = try await fill(numbers)
    // The newest reply and result, and one of each in between.
    #expect(try await codings().filter { $0 == "zstd" }.count == 4)
    try await expect(written, numbers)
  }

  @Test("what a patch is applied to stays until the patch is removed", arguments: [Thinning.all, .weekly])
  func pruningKeepsBases(_ thinning: Thinning) async throws {
    let numbers = Array(0..<6)
    let written = try await fill(numbers)
    _ = try await store.remove(runs: [3, 4])
    #expect(try await store.check() == [])
    for seconds in [0, 1, 4, 5] { #expect(try await store.asOf(seconds) == written[seconds]) }
    let dry = try await store.prune(before: HistorySample.time(4), thinning, isDry: true)
    var pruning = try await store.prune(before: HistorySample.time(4), thinning)
    pruning.fileBytes = 0
    #expect(pruning == dry && pruning.contents > 0)
    #expect(try await store.check() == [])
    for seconds in [4, 5] { #expect(try await store.asOf(seconds) == written[seconds]) }
    #expect(try await store.snapshots().count == (thinning == .all ? 2 : 6))
    for record in try await store.snapshots() { #expect(try await store.lines(of: record.id)?.count == names.count) }
  }

  /// The output of a run that no feed's result has, because a correction or a merge changed it.
  @Test func mergedPartsArePatched() async throws {
    var written: [[UInt8]] = []
    for seconds in 0..<3 {
      let update = try sample.update(try sample.lines(["1": "One"]), at: seconds)
      try await store.commit(update)
      let merged = EntryLines(bytes: try result(seconds, at: 0).entries ?? [], count: names.count)
      written.append(try await store.keep(at: seconds, [(sample, update)], merged: ("penn", merged)))
    }
    #expect(try await codings() == ["patch", "patch", "zstd"])
    for (seconds, catalog) in written.enumerated() { #expect(try await store.asOf(seconds) == catalog) }
    #expect(try await store.check() == [])
  }

  @Test("small contents, and those with little in common, stay whole")
  func othersStayWhole() async throws {
    for seconds in 0..<3 {
      try await store.commit(sample.update(try sample.lines(["1": "Number \(seconds)", "2": "Two"]), at: seconds, body: noise(seconds)))
    }
    #expect(try await codings() == ["zstd", "zstd", "zstd"])
    #expect(try await store.connection.read { try $0.integer("SELECT count(*) FROM patch") } == 0)
  }

  private func noise(_ seed: Int) -> String {
    var generator = SeededGenerator(seed: UInt64(seed + 1))
    let bytes = (0..<StoredContent.smallestPatched + 1).map { _ in UInt8.random(in: 0x21...0x60, using: &generator) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "a damaged patch, or a damaged base, is reported",
    arguments: [
      "UPDATE patch SET base = content WHERE content = (SELECT content FROM snapshot WHERE id = 1)",
      "UPDATE patch SET base = (SELECT content FROM snapshot WHERE id = 3) WHERE content = (SELECT content FROM snapshot WHERE id = 1)",
      "DELETE FROM patch WHERE content = (SELECT content FROM snapshot WHERE id = 1)",
      "UPDATE content SET size = size + 1 WHERE sha256 = (SELECT content FROM snapshot WHERE id = 1)",
      "UPDATE content SET coding = 'zstd' WHERE sha256 = (SELECT content FROM snapshot WHERE id = 1)",
      "UPDATE content SET coding = 'parch' WHERE sha256 = (SELECT content FROM snapshot WHERE id = 1)",
      "UPDATE content SET bytes = substr(bytes, 1, length(bytes) - 1) WHERE sha256 = (SELECT content FROM snapshot WHERE id = 1)",
      "UPDATE content SET bytes = substr(bytes, 1, length(bytes) - 1) WHERE sha256 = (SELECT content FROM snapshot WHERE id = 2)",
      "UPDATE content SET size = size + 1 WHERE sha256 = (SELECT content FROM snapshot WHERE id = 3)",
    ])
  func damageIsReported(_ change: String) async throws {
    _ = try await fill([0, 1, 2])
    try await store.connection.write { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.execute(sql: change)
      try database.execute(sql: "PRAGMA foreign_keys = ON")
    }
    await #expect(throws: StoreError.self) { try await store.lines(of: 1) }
    #expect(try await !store.check().isEmpty)
  }

  /// The program never writes such rows.
  @Test("a circle of patches is reported, and does not stop the next result")
  func aCircleIsReported() async throws {
    _ = try await fill([0, 1, 2])
    try await store.connection.write {
      try $0.execute(
        sql: """
          INSERT INTO patch SELECT old.content, new.content FROM snapshot AS old, snapshot AS new WHERE old.id = 3 AND new.id = 1
          """)
    }
    #expect(try await store.check().contains { $0.contains("rows of patches") })
    try await store.commit(result(3, at: 9))
    #expect(try await store.entries(of: sample.feed) == result(3, at: 9).entries)
    for id in 1...3 { #expect(try await store.lines(of: id)?.count == names.count) }
  }

  /// A feed may send anything, even what zstd takes for one of its dictionaries.
  @Test func aBaseMayLookLikeADictionary() throws {
    let magic: [UInt8] = [0x37, 0xA4, 0x30, 0xEC]
    let text = Array(noise(3).utf8)
    func whole(_ bytes: [UInt8]) -> StoredContent {
      StoredContent(id: SHA256.hash(bytes), size: bytes.count, coding: .raw, bytes: Data(bytes))
    }
    let (old, new) = (whole(magic + text + [1]), whole(magic + text))
    let patch = try #require(try old.patch(of: new))
    #expect(patch.bytes.count < 200)
    #expect(try patch.unpacked(verifyingHash: true) == magic + text + [1])
  }
}
