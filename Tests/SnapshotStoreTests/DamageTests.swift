import AdapterTesting
import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import SnapshotStore
import TestKit
import Testing

/// A damaged file is reported, and no wrong data is served from it.
@Suite struct DamageTests {
  private let folder: TemporaryFolder
  private let bytes: Data
  private let samples: [SampleUpdate]
  private let host: HostState

  init() async throws {
    folder = try TemporaryFolder()
    samples = try (0..<6).map { try SampleUpdate("campus/feed-\($0)", 10 + $0, size: 8_000) }
    var host = HostState(origin: "https://example.org:443")
    host.failures = 3
    self.host = host
    let store = try SnapshotStore.open(path: folder.path())
    for sample in samples { try await store.commit(sample.update) }
    try await store.commit([HostUpdate(host)])
    store.close()
    bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
  }

  @Test func flippedBitsAreNeverServed() async throws {
    var generator = Budget.generator(11)
    var reported = 0
    let count = Budget.count(40)
    for number in 0..<count {
      var damaged = bytes
      let offset = Int.random(in: 0..<damaged.count, using: &generator)
      damaged[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      if try await isReported(damaged, "flip \(number) at \(offset)") { reported += 1 }
    }
    // The rest hit unused bytes.
    #expect(reported * 3 > count, "\(reported) of \(count) reported")
  }

  @Test func everyFlipInAContentIsReported() async throws {
    var generator = Budget.generator(12)
    // Incompressible content is stored uncompressed.
    let places = samples.compactMap { sample -> Int? in
      let line = Data("entry \(sample.number) of".utf8)
      guard let first = bytes.range(of: line), let last = bytes.range(of: line, options: .backwards) else { return nil }
      // A second one is a leftover on a page from when SQLite made room.
      return first == last ? first.lowerBound : nil
    }
    try #require(places.count >= 2)
    for place in places {
      for _ in 0..<Budget.count(2) {
        var damaged = bytes
        damaged[place + Int.random(in: 0..<60, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        #expect(try await isReported(damaged, "content at \(place)"))
      }
    }
  }

  @Test func truncatedFilesAreNeverServed() async throws {
    for count in stride(from: 1, to: bytes.count, by: bytes.count / 30) {
      #expect(try await isReported(bytes.prefix(count), "cut after \(count)"), "cut after \(count)")
    }
  }

  @Test func zeroedPagesAreNeverServed() async throws {
    for page in stride(from: 0, to: bytes.count, by: Budget.isSoak ? 4096 : 5 * 4096) {
      var damaged = bytes
      damaged.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
      #expect(try await isReported(damaged, "page at \(page)"), "page at \(page)")
    }
  }

  @Test func damagedFileIsSetAsideAndReplaced() async throws {
    let path = folder.path()
    try Data("no database, but 30 bytes long".utf8).write(to: URL(fileURLWithPath: path))
    try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
    for number in 1...2 {
      let aside = try SnapshotStore.setAside(path: path)
      #expect(aside.hasSuffix("/store.sqlite.corrupt-\(number)"))
      #expect(FileManager.default.fileExists(atPath: aside))
      #expect(FileManager.default.fileExists(atPath: aside + "-wal") == (number == 1))
      let store = try SnapshotStore.open(path: path)
      #expect(try await store.states(of: samples.map(\.feed)).isEmpty)
      try await store.commit(samples[0].update)
      #expect(try await store.check() == [])
      store.close()
    }
  }

  /// Opens a damaged file and reads all contents. Returns true if damage was reported.
  private func isReported(_ damaged: Data, _ what: Comment) async throws -> Bool {
    let path = folder.path("damaged.sqlite")
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try damaged.write(to: URL(fileURLWithPath: path))
    let reasons: Set<String> = ["store.corrupt", "store.version"]
    do {
      let store = try SnapshotStore.open(path: path)
      defer { store.close() }
      var isReported = try await !store.check().isEmpty
      for sample in samples {
        do throws(StoreError) {
          if let state = try await store.states(of: [sample.feed])[sample.feed] {
            #expect(state == sample.state, what)
            let lines = try await store.entries(of: sample.feed)
            #expect(lines == sample.entries, what)
            // Whether it can be decompressed is known in advance.
            if let last = state.lastGood {
              let kept = try await store.lines(of: sample.feed, last)
              #expect((try? kept.lines().bytes) == sample.entries, what)
            }
            // Damaged content is never returned.
            let ahead = try await store.lines(of: [state.lastGood].compactMap { $0 })
            for lines in ahead.values { #expect((try? lines.lines().bytes) == sample.entries, what) }
          } else {
            isReported = true
          }
          if let body = try await store.body(sample.body.sha256) {
            #expect(body == sample.body, what)
          } else {
            isReported = true
          }
          let hosts = try await store.hosts()
          if hosts != [host] {
            #expect(hosts == [], what)
            isReported = true
          }
        } catch {
          #expect(reasons.contains(error.reason.description), "\(what): \(error)")
          isReported = true
        }
      }
      return isReported
    } catch {
      #expect(reasons.contains(error.reason.description), "\(what): \(error)")
      return true
    }
  }
}
