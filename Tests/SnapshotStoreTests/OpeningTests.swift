import CampusCatalog
import FeedKit
import Fetching
import Foundation
import TestKit
@testable import SnapshotStore
import Aggregation
import Testing

/// Which files are opened, which are refused, and that refused files are not touched.
@Suite struct OpeningTests {
  @Test func foldersAndFilesAreForOwnerOnly() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a/b/store.sqlite")
    let store = try SnapshotStore.open(path: path)
    try await store.commit(try SampleUpdate("penn/dining", 1).update)
    for (name, mode) in [("a", 0o700), ("a/b", 0o700), ("a/b/store.sqlite", 0o600), ("a/b/store.sqlite-wal", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test(
    "a file that is not ours",
    arguments: [
      ("store.version", "base.execute('CREATE TABLE mine (x)')"),
      ("store.version", "base.execute('PRAGMA application_id = 7')"),
      ("store.version", "base.execute('PRAGMA user_version = 3'); base.execute('CREATE TABLE mine (x)')"),
      ("store.corrupt", "open(sys.argv[1], 'w').write('hello')"),
      ("store.corrupt", "open(sys.argv[1], 'wb').write(bytes(range(256)) * 64)"),
    ])
  func refusesOtherFiles(reason: String, script: String) async throws {
    let folder = try TemporaryFolder()
    try await Tool.python(folder.path(), script)
    try expectRefusal(folder, reason)
  }

  /// A file has a journal while it is being created, before it has its log; the next run, or a command that only reads, rolls back the
  /// changes of a killed one. A power loss may have kept only some blocks of the file, and the first one is needed to read any other.
  @Test(
    arguments: ["base.execute('CREATE TABLE begun (x)'); base.execute('DROP TABLE begun'); base.commit()", "pass"],
    ["os._exit(0)", "os.pwrite(os.open(sys.argv[1], os.O_WRONLY), bytes(512), 0); os._exit(0)"])
  func killedWhileCreatingFile(before: String, after: String) async throws {
    let folder = try TemporaryFolder()
    func kill() async throws {
      try? FileManager.default.removeItem(atPath: folder.path())
      try await Tool.python(
        folder.path(),
        """
        import os
        \(before)
        base.execute('PRAGMA cache_size = 1')
        base.execute('BEGIN IMMEDIATE')
        base.execute('CREATE TABLE begun (x)')
        for number in range(2000): base.execute('INSERT INTO begun VALUES (zeroblob(500))')
        \(after)
        """)
      #expect(FileManager.default.fileExists(atPath: folder.path() + "-journal"))
    }
    try await kill()
    #expect(performing: { try SnapshotStore.open(path: folder.path(), readOnly: true) }, throws: { reason($0) == "store.readonly" })
    let read = try SnapshotStore.openToRead(path: folder.path())
    #expect(try await read.check().isEmpty)
    read.close()
    try await kill()
    let store = try SnapshotStore.open(path: folder.path())
    #expect(try await store.check().isEmpty)
    try await store.commit(try SampleUpdate("penn/dining", 1).update)
    #expect(try await store.states(of: [SampleUpdate("penn/dining", 1).update.state.feed]).count == 1)
  }

  @Test func newerVersionIsRefused() async throws {
    let folder = try TemporaryFolder()
    let sample = try SampleUpdate("penn/dining", 1)
    let store = try SnapshotStore.open(path: folder.path())
    try await store.commit(sample.update)
    store.close()
    // A newer version may have the same tables, and a number that differs in one bit.
    for version in Schema.nextVersions + [1000] {
      try await Tool.python(folder.path(), "base.execute('PRAGMA user_version = \(version)')")
      try expectRefusal(folder, "store.version")
    }
    try await Tool.python(folder.path(), "base.execute('PRAGMA user_version = \(Schema.version)')")
    #expect(try await SnapshotStore.open(path: folder.path()).states(of: [sample.feed]) == [sample.feed: sample.state])
  }

  /// SQLite has no checksum of the header, where the version and the number of the program are.
  @Test func flippedBitInHeaderIsDamage() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    try await store.commit(try SampleUpdate("penn/dining", 1).update)
    store.close()
    let original = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
    for byte in Array(60..<64) + Array(68..<72) {
      for bit in 0..<8 {
        var damaged = original
        damaged[byte] ^= 1 << bit
        let isVersion = byte < 64
        let version = damaged[60..<64].reduce(0) { $0 << 8 | Int($1) }
        let expected = isVersion && Schema.nextVersions.contains(version) ? "store.version" : "store.corrupt"
        try damaged.write(to: URL(fileURLWithPath: folder.path()))
        #expect(
          "byte \(byte), bit \(bit)", performing: { try SnapshotStore.open(path: folder.path(), readOnly: true) },
          throws: { reason($0) == expected })
      }
    }
    try expectRefusal(folder, "store.corrupt")
  }

  @Test func emptyFileIsAccepted() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path()))
    #expect(try await SnapshotStore.open(path: folder.path()).check() == [])
  }

  @Test func readOnlyStoreDoesNotWrite() async throws {
    let folder = try TemporaryFolder()
    let sample = try SampleUpdate("penn/dining", 1)
    #expect(
      performing: { try SnapshotStore.open(path: folder.path("none/store.sqlite"), readOnly: true) }, throws: { reason($0) == "store.io" })
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    let writing = try SnapshotStore.open(path: folder.path())
    try await writing.commit(sample.update)
    // With the log of a writer beside it, and without.
    for _ in 0..<2 {
      let store = try SnapshotStore.open(path: folder.path(), readOnly: true)
      #expect(try await store.states(of: [sample.feed]) == [sample.feed: sample.state])
      #expect(try await store.entries(of: sample.feed) == sample.entries)
      await #expect(performing: { try await store.commit(sample.update) }, throws: { reason($0) == "store.readonly" })
      writing.close()
    }
  }

  /// SQLite would wait forever for the other end of the pipe.
  @Test(arguments: [true, false]) func pipeIsNotAStore(readOnly: Bool) throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path(), 0o600) == 0)
    let error = #expect(throws: StoreError.self) { try SnapshotStore.open(path: folder.path(), readOnly: readOnly) }
    #expect(error?.reason == .storeIO && error?.detail.contains("is not a regular file") == true)
  }

  @Test func closedStoreFails() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    store.close()
    store.close()
    await #expect(throws: StoreError.self) { try await store.hosts() }
    await #expect(throws: StoreError.self) { try await store.commit([HostUpdate(HostState(origin: "https://example.org:443"))]) }
  }

  @Test func integrityCheckByPythonPasses() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    for number in 0..<20 { try await store.commit(try SampleUpdate("campus/feed-\(number % 5)", number).update) }
    let script = """
      for pragma in ('integrity_check', 'foreign_key_check', 'journal_mode', 'application_id'):
        print(pragma, *base.execute('PRAGMA ' + pragma).fetchall())
      """
    #expect(
      try await Tool.python(folder.path(), script).lines
        == ["integrity_check ('ok',)", "foreign_key_check", "journal_mode ('wal',)", "application_id (1634166642,)"])
  }

  private func reason(_ error: any Error) -> String? { (error as? StoreError)?.reason.description }

  private func expectRefusal(_ folder: TemporaryFolder, _ reason: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
    for readOnly in [false, true] {
      #expect(
        performing: { try SnapshotStore.open(path: folder.path(), readOnly: readOnly) }, throws: { self.reason($0) == reason })
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path())) == before)
  }
}
