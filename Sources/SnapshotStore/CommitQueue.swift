import CampusCatalog
import FeedKit
import GRDB
import Locking
import StoreInterface

/// Brings changes to the file in the order in which they come; those that wait while a transaction runs share the next one,
/// and with it its wait for the disk.
final class CommitQueue: Sendable {
  private struct Waiting: Sendable {
    let change: Change
    let answer: @Sendable (Result<Void, StoreError>) -> Void

    init(_ change: Change, _ answer: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
      self.change = change
      self.answer = answer
    }
  }

  private struct State {
    var waiting: [Waiting] = []
    var isRunning = false
    var transactions = 0
    /// For how many milliseconds the connection waits for a lock, when it has been in vain and it waits no more; nil while it waits.
    var patience: Int?
  }

  /// A transaction takes no more changes when it has this many bytes.
  private static let largestTransaction = 32 << 20

  private let connection: Connection
  private let state = Guarded(State())

  init(_ connection: Connection) { self.connection = connection }

  /// How many transactions were committed.
  var transactions: Int { state.withLock { $0.transactions } }

  /// Returns when the change is on the disk.
  func commit(_ change: Change) async throws(StoreError) {
    let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
      enqueue([Waiting(change) { continuation.resume(returning: $0) }])
    }
    try result.get()
  }

  /// Returns, for each of the changes, when all are on the disk or refused. They share a transaction, unless they are very large.
  func commit(_ changes: [Change]) async -> [Result<Void, StoreError>] {
    if changes.isEmpty { return [] }
    return await withCheckedContinuation { continuation in
      let answers = Answers(changes.count) { continuation.resume(returning: $0) }
      enqueue(changes.indices.map { index in Waiting(changes[index]) { answers.take($0, of: index) } })
    }
  }

  /// Collects the answers to several changes.
  private final class Answers: Sendable {
    private let results: Guarded<(missing: Int, results: [Result<Void, StoreError>])>
    private let whenAll: @Sendable ([Result<Void, StoreError>]) -> Void

    init(_ count: Int, whenAll: @escaping @Sendable ([Result<Void, StoreError>]) -> Void) {
      results = Guarded((count, Array(repeating: .success(()), count: count)))
      self.whenAll = whenAll
    }

    func take(_ result: Result<Void, StoreError>, of index: Int) {
      let all = results.withLock { state in
        state.results[index] = result
        state.missing -= 1
        return state.missing == 0 ? state.results : nil
      }
      if let all { whenAll(all) }
    }
  }

  private func enqueue(_ changes: [Waiting]) {
    let starts = state.withLock { state in
      defer { state.isRunning = true }
      state.waiting += changes
      return !state.isRunning
    }
    guard starts else { return }
    do throws(StoreError) { try connection.onWriter { self.run(in: $0) } } catch { refuse(error) }
  }

  private func run(in database: Database) {
    while let group = next() {
      do {
        try connection.checkOpen()
        try write(group, in: database)
        regainPatience(in: database)
      } catch {
        let error = connection.failure(error, systemError: database.systemError)
        if error.reason == .storeBusy { losePatience(in: database) }
        for waiting in group { waiting.answer(.failure(error)) }
        // Those that came meanwhile have waited for the same lock.
        if error.reason == .storeBusy { return refuse(error) }
      }
    }
  }

  /// Who has waited for a lock in vain asks for it again without waiting: a run does not wait for it more than once.
  private func losePatience(in database: Database) {
    guard state.withLock({ $0.patience == nil }), let patience = try? Int.fetchOne(database, sql: "PRAGMA busy_timeout") else { return }
    state.withLock { $0.patience = patience }
    try? database.execute(sql: "PRAGMA busy_timeout = 0")
  }

  private func regainPatience(in database: Database) {
    guard let patience = state.withLock({ $0.patience }) else { return }
    state.withLock { $0.patience = nil }
    try? database.execute(sql: "PRAGMA busy_timeout = \(patience)")
  }

  private func write(_ group: [Waiting], in database: Database) throws {
    do {
      try transaction(group, in: database)
    } catch  where group.count > 1 && (error is MissingContent || (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT) {
      // One of them does not fit: each alone, so that the others do not pay for it.
      for waiting in group {
        do {
          try transaction([waiting], in: database)
        } catch {
          waiting.answer(.failure(connection.failure(error)))
        }
      }
    }
  }

  /// One transaction for all of them; each is told when it has ended well, none when it has not.
  private func transaction(_ group: [Waiting], in database: Database) throws {
    var isApplied: [Bool] = []
    try database.inTransaction(.immediate) {
      for waiting in group { isApplied.append(try Writing.apply(waiting.change, in: database)) }
      return .commit
    }
    state.withLock { $0.transactions += 1 }
    for (waiting, isApplied) in zip(group, isApplied) { waiting.answer(isApplied ? .success(()) : .failure(connection.overtaken)) }
  }

  private func next() -> [Waiting]? {
    state.withLock { state in
      var size = 0
      let end = state.waiting.firstIndex { waiting in
        defer { size += waiting.change.size }
        return size >= Self.largestTransaction
      }
      let group = Array(state.waiting[..<(end ?? state.waiting.endIndex)])
      state.waiting.removeFirst(group.count)
      state.isRunning = !group.isEmpty
      return group.isEmpty ? nil : group
    }
  }

  private func refuse(_ error: StoreError) {
    let all = state.withLock { state in
      defer {
        state.waiting = []
        state.isRunning = false
      }
      return state.waiting
    }
    for waiting in all { waiting.answer(.failure(error)) }
  }
}
