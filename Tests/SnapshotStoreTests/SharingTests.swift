import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import GRDB
import TestKit
import Testing

@testable import SnapshotStore

/// Many tasks, stores and processes use one file at the same time.
@Suite struct SharingTests {
  @Test func waitingCommitsShareTransactions() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let samples = try (0..<300).map { try SampleUpdate("campus/feed-\($0)", $0) }
    let writerIsFree = DispatchSemaphore(value: 0)
    try store.connection.onWriter { _ in writerIsFree.wait() }
    try await withThrowingTaskGroup { group in
      for sample in samples { group.addTask { try await store.commit(sample.update) } }
      while store.commits.pendingCount < samples.count { await Task.yield() }
      writerIsFree.signal()
      try await group.waitForAll()
    }
    #expect(store.commits.transactions == 1)
    let states = try await store.states(of: samples.map(\.feed))
    #expect(states == Dictionary(uniqueKeysWithValues: samples.map { ($0.feed, $0.state) }))
  }

  @Test func eightWritersAndEightReaders() async throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<2).map { _ in try SnapshotStore.open(path: folder.path()) }
    let rounds = 25
    let shared = try SampleUpdate("shared/feed", 0)
    try await stores[0].commit(shared.update)
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for round in 1...rounds {
            let number = writer * 1000 + round
            try await stores[writer % 2].commit(try SampleUpdate("own/feed-\(writer)", number).update)
            try await stores[(writer + 1) % 2].commit(try SampleUpdate("shared/feed", number).update)
          }
        }
      }
      for reader in 0..<8 {
        group.addTask {
          var last = 0
          for _ in 0..<rounds {
            let own = try #require(FeedID("own/feed-\(reader)"))
            let states = try await stores[reader % 2].states(of: [own, shared.feed])
            for state in states.values { try #require(SampleUpdate.number(of: state) != nil) }
            // No value goes back.
            let number = states[own]?.failures ?? 0
            try #require(number >= last)
            last = number
            let lines = try await stores[reader % 2].entries(of: shared.feed)
            try #require(lines.starts(with: Array("entry ".utf8)))
          }
        }
      }
      try await group.waitForAll()
    }
    for writer in 0..<8 {
      let last = try SampleUpdate("own/feed-\(writer)", writer * 1000 + rounds)
      for store in stores { #expect(try await store.states(of: [last.feed]) == [last.feed: last.state]) }
    }
    #expect(try await stores[0].check() == [])
  }

  @Test func eightProcessesOpenNewFile() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let store = try SnapshotStore.open(path: folder.path())
          try await store.commit(try SampleUpdate("campus/feed-\(number)", number).update)
          store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try SnapshotStore.open(path: folder.path())
    #expect(try await store.states(of: (0..<8).compactMap { FeedID("campus/feed-\($0)") }).count == 8)
  }

  /// How long the writing connection waits for a lock, in milliseconds.
  private func lockTimeout(of store: SnapshotStore) async throws -> Int? {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try store.connection.onWriter { database in
          continuation.resume(with: Result { try Int.fetchOne(database, sql: "PRAGMA busy_timeout") })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  @Test func lockOfOtherProcessIsReportedAfterWaiting() async throws {
    let folder = try TemporaryFolder()
    let sample = try SampleUpdate("penn/dining", 1)
    let store = try SnapshotStore.open(path: folder.path(), lockTimeout: 0.05)
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute('BEGIN IMMEDIATE')
      print('locked', flush=True)
      sys.stdin.read()
      """
    let (process, input, output) = try Tool.start(["python3", "-c", script, folder.path()])
    #expect(try await onOwnThread { String(decoding: output.availableData, as: UTF8.self) }.hasPrefix("locked"))
    await #expect(performing: { try await store.commit(sample.update) }, throws: { ($0 as? StoreError)?.reason == .storeBusy })
    #expect(try await lockTimeout(of: store) == 0, "it is not waited for a second time")
    await #expect(performing: { try await store.commit(sample.update) }, throws: { ($0 as? StoreError)?.reason == .storeBusy })
    #expect(try await store.states(of: [sample.feed]).isEmpty)
    try input.close()
    try await onOwnThread { process.waitUntilExit() }
    try await store.commit(sample.update)
    #expect(try await lockTimeout(of: store) == 50)
    #expect(try await store.states(of: [sample.feed]) == [sample.feed: sample.state])
  }
}
