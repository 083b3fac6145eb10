import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore
import TestKit

/// Uses a store in a separate process, for tests that kill it or give it a faulty disk.
@main
struct StoreTorture {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { throw Usage() }
    do {
      switch arguments[1] {
      case "commit":
        let numbers = arguments.dropFirst(3).compactMap { Int($0) }
        try await commit(to: arguments[2], first: numbers.first ?? 0, last: numbers.dropFirst().first, bytes: numbers.dropFirst(2).first)
      case "prune": try await prune(arguments[2])
      case "read": try await read(arguments[2], rounds: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1)
      case "open":
        let store = try SnapshotStore.open(path: arguments[2])
        if store.wasRecovered { print("recovered") }
        store.close()
      case "measure": try await measure(arguments[2], feeds: Int(arguments[3]) ?? 1000)
      case "states": try await states(arguments[2], feeds: Int(arguments[3]) ?? 1000)
      default: throw Usage()
      }
    } catch let error as StoreError {
      print("\(error.reason): \(error.detail)")
      exit(5)
    }
  }

  struct Usage: Error {}

  /// Commits one update after another, and prints the number of each acknowledged one.
  private static func commit(to path: String, first: Int, last: Int?, bytes: Int?) async throws {
    let store = try SnapshotStore.open(path: path)
    for number in first...(last ?? Int.max - 1) {
      let update = try update(number, of: number % 3, bytes: bytes ?? 6_000)
      try await store.commit(update)
      if let failure = await store.commit(RunEnd(run: try run(number, of: update))).first { throw failure.error }
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
    store.close()
  }

  /// Removes unneeded data, and prints the number of runs and bytes.
  private static func prune(_ path: String) async throws {
    guard let future = Instant(secondsSinceEpoch: 1 << 32) else { throw Usage() }
    let store = try SnapshotStore.open(path: path)
    let result = try await store.prune(before: future)
    print("\(result.runs) runs, \(result.fileBytes) bytes")
    store.close()
  }

  /// Prints the result that each feed serves, several times; stops at a state that mixes different updates.
  private static func read(_ path: String, rounds: Int) async throws {
    let store = try SnapshotStore.open(path: path, readOnly: true)
    for _ in 0..<rounds {
      for (feed, state) in try await store.states(of: (0..<3).compactMap { feed($0) }).sorted(by: { $0.key < $1.key }) {
        let number = state.failures
        guard state.lastGood?.entries == number, state.requests["all"]?.validators.etag == "\"\(number)\"" else {
          throw StoreError(ReasonCode("store.mix"), "\(feed) has parts of several updates: \(state)")
        }
        print(feed, number, try await store.entries(of: feed).count)
      }
    }
  }

  /// Times 1,000 concurrent commits, and reading everything back.
  private static func measure(_ path: String, feeds: Int) async throws {
    let clock = ContinuousClock()
    let updates = try (0..<feeds).map { try update($0 + 1_000_000, of: $0, bytes: 60_000) }
    let store = try SnapshotStore.open(path: path)
    let commits = try await clock.measure {
      try await withThrowingTaskGroup { group in
        for update in updates { group.addTask { try await store.commit(update) } }
        try await group.waitForAll()
      }
    }
    print("commit of \(feeds):", commits, "transactions:", store.transactions)
    let ids = updates.map(\.state.feed)
    for _ in 0..<3 {
      let states = try await clock.measure { _ = try await store.states(of: ids) }
      print("states of \(feeds):", states)
    }
    let unchanged = try await clock.measure {
      try await withThrowingTaskGroup { group in
        for update in updates { group.addTask { try await store.commit(FeedUpdate(update.state)) } }
        try await group.waitForAll()
      }
    }
    print("unchanged commit of \(feeds):", unchanged, "transactions:", store.transactions)
    let entries = try await clock.measure {
      try await withThrowingTaskGroup { group in
        for id in ids { group.addTask { _ = try await store.entries(of: id) } }
        try await group.waitForAll()
      }
    }
    print("entries of \(feeds):", entries)
    let bodies = try await clock.measure {
      try await withThrowingTaskGroup { group in
        for update in updates { group.addTask { _ = try await store.body(update.bodies[0].sha256) } }
        try await group.waitForAll()
      }
    }
    print("bodies of \(feeds):", bodies)
    let alone = try await clock.measure { for update in updates.prefix(20) { try await store.commit(FeedUpdate(update.state)) } }
    print("one commit alone:", alone / 20)
    print("check:", try await clock.measure { print(try await store.check()) })
    print("close:", clock.measure { store.close() })
    print("open:", try clock.measure { try SnapshotStore.open(path: path).close() })
    print("file:", try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0)
  }

  /// Times the reading of states in a file that `measure` made.
  private static func states(_ path: String, feeds: Int) async throws {
    let store = try SnapshotStore.open(path: path, readOnly: true)
    let ids = (0..<feeds).compactMap { feed($0) }
    let time = try await ContinuousClock().measure { for _ in 0..<200 { _ = try await store.states(of: ids) } }
    print("states of \(feeds):", time / 200)
  }

  static func feed(_ number: Int) -> FeedID? { FeedID("campus-\(number)/feed") }

  /// The update has its number in each of its parts.
  static func update(_ number: Int, of feed: Int, bytes: Int) throws -> FeedUpdate {
    guard let id = Self.feed(feed), let time = Instant(secondsSinceEpoch: Int64(number)) else { throw Usage() }
    let entries = lines(number, bytes)
    let body = Array("[".utf8) + lines(number, bytes * 11 / 6) + Array("]".utf8)
    var state = FeedState(feed: id, key: "torture 1")
    state.failures = number
    state.requests["all"] = FeedState.RequestState(
      key: "key", validators: Validators(etag: "\"\(number)\""), body: sha256(body), url: "https://example.org/\(number)",
      headers: StoredHeaders(["content-type": "application/json"]), receivedAt: time)
    state.lastGood = FeedState.LastGood(
      acceptedAt: time, checkedAt: time, fetchedAt: time, content: sha256(entries), bodies: sha256(body), bytes: body.count,
      entries: number, rejected: 0, url: nil, etag: "\"\(number)\"", notes: [])
    return FeedUpdate(state, entries: entries, bodies: [(sha256(body), body)], isStream: feed == 2)
  }

  /// A run that wrote the entries of one update; every second run has additional lines.
  private static func run(_ number: Int, of update: FeedUpdate) throws -> RunUpdate {
    guard let last = update.state.lastGood, let adapter = AdapterID("torture") else { throw Usage() }
    let feed = update.state.feed
    var report = FeedReport(id: feed, adapter: adapter, outcome: .fresh, entries: last.entries)
    report.checkedAt = last.checkedAt
    let entries =
      number % 2 == 0
      ? LazyEntryLines(EntryLines(bytes: update.entries ?? [], count: max(1, number)), content: last.content)
      : LazyEntryLines(EntryLines(bytes: lines(number, 500), count: number))
    let part = (campus: feed.campus, part: CatalogParts.Part.lines(entries))
    let campus = Campus(id: feed.campus, name: "Campus \(number)")
    let catalog = CatalogParts(generatedAt: last.checkedAt, campuses: [campus], feeds: [report], parts: [part])
    guard let run = RunUpdate(catalog, RunSelection(), [part]) else { throw Usage() }
    return run
  }

  /// About as compressible as a list of places.
  private static func lines(_ number: Int, _ bytes: Int) -> [UInt8] {
    var text: [UInt8] = []
    var generator = SeededGenerator(seed: UInt64(number))
    while text.count < bytes {
      let state = generator.next()
      text += Array("{\"id\":\"\(number)/\(state >> 33)\",\"n\":\"Hall \(state >> 55)\",".utf8)
      text += Array("\"open\":\"Mo-Fr 08:00-1\(state >> 61)\",\"lat\":39.9\(state >> 40)}\n".utf8)
    }
    return text
  }

  private static func sha256(_ bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimal }
}
