import FeedKit
import Foundation
import TestKit
@testable import SnapshotStore
import Testing

/// Recovery of a log is reported once, to the process that opens the file.
@Suite struct RecoveryTests {
  @Test func leftoverLogIsRecoveredAndReported() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    #expect(!store.wasRecovered)
    let sample = try SampleUpdate("penn/dining", 1)
    try await store.commit(sample.update)
    // As a killed process leaves it.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.path() + suffix, toPath: folder.path("left.sqlite") + suffix)
    }
    // A process that opens it later recovers nothing.
    let second = try SnapshotStore.open(path: folder.path())
    #expect(!second.wasRecovered)
    second.close()
    store.close()
    #expect(!FileManager.default.fileExists(atPath: folder.path() + "-wal"))
    #expect(try !SnapshotStore.open(path: folder.path()).wasRecovered)
    // Another process, because SQLite reports recoveries only to a process that asked before its first database, and other tests open some.
    #expect(try await Command.run([Tool.torture, "open", folder.path("left.sqlite")]).out == "recovered\n")
    let left = try SnapshotStore.open(path: folder.path("left.sqlite"))
    #expect(try await left.states(of: [sample.feed]) == [sample.feed: sample.state])
    left.close()
    #expect(try !SnapshotStore.open(path: folder.path("left.sqlite")).wasRecovered)
  }
}
