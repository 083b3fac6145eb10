import AdapterTesting
import CampusCatalog
import FeedKit
import Foundation
import TestKit
@testable import SnapshotStore
import Aggregation
import Testing

/// Damage to runs, changes, streams and watches, or to the log next to the file, is reported; nothing wrong is returned.
@Suite struct HistoryDamageTests {
  private let folder: TemporaryFolder
  private let history: HistoryFile
  /// The answers after each step, with the file and its log at that time.
  private var moments: [(answers: [String], file: Data, log: Data)] = []
  /// The file when the store was closed.
  private let closed: Data

  init() async throws {
    folder = try TemporaryFolder()
    history = try HistoryFile()
    let path = folder.path()
    let store = try SnapshotStore.open(path: path)
    for number in 0..<4 {
      try await history.add(number, to: store)
      moments.append(
        (
          try await history.answers(of: store), try Data(contentsOf: URL(fileURLWithPath: path)),
          try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        ))
    }
    store.close()
    closed = try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func flippedBitsOfHistoryAreDetected() async throws {
    var generator = Budget.generator(31)
    var reported = 0
    let count = Budget.count(50)
    for number in 0..<count {
      var damaged = closed
      let offset = Int.random(in: 0..<damaged.count, using: &generator)
      damaged[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      if try await isReported(damaged, log: nil, "flip \(number) at \(offset)") { reported += 1 }
    }
    // Most of a small file is unused.
    #expect(reported * 20 > count, "\(reported) of \(count) reported")
  }

  @Test func truncatedOrZeroedFileIsReported() async throws {
    for count in stride(from: 100, to: closed.count, by: closed.count / 12) {
      #expect(try await isReported(closed.prefix(count), log: nil, "cut after \(count)"), "cut after \(count)")
    }
    for page in stride(from: 0, to: closed.count, by: 4096) {
      var damaged = closed
      damaged.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
      #expect(try await isReported(damaged, log: nil, "page at \(page)"), "page at \(page)")
    }
  }

  /// The part of a damaged log before the damage counts: it gives a complete earlier state.
  @Test func damagedLogRestoresEarlierState() async throws {
    let (_, file, log) = moments[3]
    var generator = Budget.generator(32)
    for number in 0..<Budget.count(10) {
      var damaged = log
      let offset = Int.random(in: 0..<damaged.count, using: &generator)
      if number % 2 == 0 {
        damaged[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      } else {
        damaged = damaged.prefix(offset)
      }
      _ = try await isReported(file, log: damaged, "log \(number) at \(offset)")
    }
  }

  @Test func missingOrForeignLogIsNotApplied() async throws {
    for moment in moments {
      _ = try await isReported(moment.file, log: nil, "no log")
      // The log of an earlier state, next to the current file.
      _ = try await isReported(closed, log: moment.log, "a log of before")
    }
    let other = try TemporaryFolder()
    let store = try SnapshotStore.open(path: other.path())
    for number in 5..<9 { try await history.add(number, to: store) }
    let log = try Data(contentsOf: URL(fileURLWithPath: other.path() + "-wal"))
    let path = folder.path("other.sqlite")
    try closed.write(to: URL(fileURLWithPath: path))
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
    // It is applied as the log of this file: the result is consistent, or damage is reported.
    let expected = try await history.answers(of: store)
    do throws(StoreError) {
      let opened = try SnapshotStore.open(path: path)
      let problems = try await opened.check()
      if problems.isEmpty { #expect([expected, moments[3].answers].contains(try await history.answers(of: opened))) }
    } catch {
      #expect(error.reason == .storeCorrupt, "\(error)")
    }
    store.close()
  }

  /// Opens a damaged file and reads everything: the answers are those of one state, or the damage is reported.
  private func isReported(_ file: Data, log: Data?, _ what: Comment) async throws -> Bool {
    let path = folder.path("damaged.sqlite")
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try file.write(to: URL(fileURLWithPath: path))
    try log?.write(to: URL(fileURLWithPath: path + "-wal"))
    do throws(StoreError) {
      let store = try SnapshotStore.open(path: path)
      defer { store.close() }
      var isReported = false
      do throws(StoreError) { isReported = try await !store.check().isEmpty } catch { isReported = true }
      let answers: [String]
      do throws(StoreError) { answers = try await history.answers(of: store) } catch {
        #expect(error.reason == .storeCorrupt, "\(what): \(error)")
        #expect(isReported, "\(what): \(error) is not found by a check")
        return true
      }
      let known = Set(moments.flatMap(\.answers))
      if isReported {
        // The check reports missing rows; the existing ones are correct.
        let wrong = answers.filter { ["run", "entries", "lines"].contains($0.prefix { $0 != " " }) && !known.contains($0) }
        #expect(wrong.isEmpty, "\(what): \(wrong)")
      } else if !moments.contains(where: { $0.answers == answers }) {
        // A file with empty tables.
        #expect(answers == ["told nothing", "favorites []", "hosts []"] || isEarlier(answers), "\(what)")
      }
      return isReported
    } catch {
      #expect(["store.corrupt", "store.version"].contains(error.reason.description), "\(what): \(error)")
      return true
    }
  }

  /// Between two states: commits follow each other, and each is present or not.
  private func isEarlier(_ answers: [String]) -> Bool {
    let known = Set(moments.flatMap(\.answers))
    return answers.allSatisfy { answer in
      known.contains(answer) || ["versions", "told", "favorites", "hosts", "state", "snapshot"].contains { answer.hasPrefix($0) }
    }
  }
}
