import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching

/// A store in memory that fails on request.
final class FailingStore: FeedStore {
  private struct Faults {
    /// The feeds whose commits fail, with the error.
    var commit: (feeds: Set<FeedID>, error: StoreError)?
    var states: StoreError?
    var lostBodies = false
    var lostEntries = false
    var commits = 0
    var statesRead = 0
    /// How often the entries of each feed were written.
    var entryWrites: [FeedID: Int] = [:]
  }

  private let memory = MemoryStore()
  private let faults = Guarded(Faults())

  func failCommits(of feed: FeedID, _ reason: String) {
    faults.withLock { $0.commit = ([feed], StoreError(ReasonCode(reason), "as the test wants it")) }
  }

  func failStates(_ reason: String) { faults.withLock { $0.states = StoreError(ReasonCode(reason), "as the test wants it") } }

  func loseBodies() { faults.withLock { $0.lostBodies = true } }

  func loseEntries() { faults.withLock { $0.lostEntries = true } }

  func recover() { faults.withLock { $0 = Faults(commits: $0.commits, statesRead: $0.statesRead, entryWrites: $0.entryWrites) } }

  var commits: Int { faults.withLock(\.commits) }

  /// How often entries of a feed were written.
  func entryWrites(of feed: FeedID) -> Int { faults.withLock { $0.entryWrites[feed] ?? 0 } }

  /// The number of feeds whose states were read.
  var statesRead: Int { faults.withLock(\.statesRead) }

  func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] {
    faults.withLock { $0.statesRead += feeds.count }
    if let error = faults.withLock(\.states) { throw error }
    return try await memory.states(of: feeds)
  }

  func hosts() async throws(StoreError) -> [HostState] { try await memory.hosts() }

  func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] {
    if faults.withLock(\.lostEntries) { throw StoreError(.storeCorrupt, "as the test wants it") }
    return try await memory.entries(of: feed)
  }

  func body(_ sha256: String) async throws(StoreError) -> [UInt8]? {
    if faults.withLock(\.lostBodies) { return nil }
    return try await memory.body(sha256)
  }

  func commit(_ update: FeedUpdate) async throws(StoreError) {
    let error = faults.withLock { faults in
      faults.commits += 1
      if update.entries != nil { faults.entryWrites[update.state.feed, default: 0] += 1 }
      return faults.commit.flatMap { $0.feeds.contains(update.state.feed) ? $0.error : nil }
    }
    if let error { throw error }
    try await memory.commit(update)
  }

  func commit(_ hosts: [HostUpdate]) async throws(StoreError) { try await memory.commit(hosts) }

  // MARK: - Runs

  private let remembered = Guarded<RunUpdate?>(nil)
  private let contentHash = Guarded<Result<String, StoreError>?>(nil)

  /// The content hash that it returns for every run.
  func answerContentHash(_ answer: Result<String, StoreError>) { contentHash.withLock { $0 = answer } }

  func contentHash(of run: RunUpdate) async throws(StoreError) -> String? { try contentHash.withLock { $0 }?.get() }

  var storesRuns: Bool { true }

  func commit(_ end: RunEnd) async -> [RunEnd.Failure] {
    var failures: [RunEnd.Failure] = []
    for update in end.confirmations {
      do throws(StoreError) { try await commit(update) } catch { failures.append(RunEnd.Failure(error, feed: update.state.feed)) }
    }
    do throws(StoreError) { try await commit(end.hosts) } catch { failures.append(RunEnd.Failure(error)) }
    remembered.withLock { $0 = end.run }
    return failures
  }

  /// The run that was stored since the last call; nil if there is none.
  func takeRun() -> RunUpdate? {
    remembered.withLock { run in
      defer { run = nil }
      return run
    }
  }
}
