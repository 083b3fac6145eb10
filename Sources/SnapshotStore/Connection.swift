import CampusCatalog
import FeedKit
import Foundation
import GRDB
import Locking
import StoreInterface

/// A reading and a writing connection to one file, which end together.
final class Connection: Sendable {
  let path: String
  private let reader: DatabaseQueue
  private let writer: DatabaseQueue?
  private let end = Guarded<StoreError?>(nil)
  private let questions = Guarded(Questions())

  private typealias Question = @Sendable (Result<Database, any Error>) -> Void

  private struct Questions {
    var waiting: [Question] = []
    var isAsking = false
  }

  init(path: String, reader: DatabaseQueue, writer: DatabaseQueue?) {
    self.path = path
    self.reader = reader
    self.writer = writer
  }

  /// Asks a question in one reading transaction, which it may share with others; never waits for a writer.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    try checkOpen()
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      ask { access in continuation.resume(returning: Result { try body(access.get()) }.mapError { self.failure($0) }) }
    }
    return try result.get()
  }

  private func ask(_ question: @escaping Question) {
    let starts = questions.withLock { questions in
      defer { questions.isAsking = true }
      questions.waiting.append(question)
      return !questions.isAsking
    }
    if starts { askAll() }
  }

  /// One transaction for all that wait. It sees what was committed before its first question; those that come later take the next.
  private func askAll() {
    reader.asyncRead { access in
      let group = self.questions.withLock { questions in
        defer { questions.waiting = [] }
        return questions.waiting
      }
      for question in group { question(access) }
      let goesOn = self.questions.withLock { questions in
        questions.isAsking = !questions.waiting.isEmpty
        return questions.isAsking
      }
      if goesOn { self.askAll() }
    }
  }

  /// Runs `body` on the writing connection's own thread, not in a transaction.
  func onWriter(_ body: @escaping @Sendable (Database) -> Void) throws(StoreError) {
    try checkOpen()
    guard let writer else { throw StoreError(.storeReadOnly, "\(path) was opened for reading only") }
    writer.asyncWriteWithoutTransaction(body)
  }

  /// Writes a copy to a new file, by a connection of its own, so that nobody waits for it.
  func copy(to target: String) async throws(StoreError) {
    try checkOpen()
    let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        continuation.resume(
          returning: Result {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.label = "aggregate.copy"
            let source = try DatabaseQueue.open(path, configuration)
            defer { try? source.close() }
            try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [target]) }
          }.mapError { StoreError($0, at: target) })
      }
    }
    try result.get()
  }

  func checkOpen() throws(StoreError) {
    if let error = end.withLock({ $0 }) { throw error }
  }

  /// What an error means; one after which the disk cannot be trusted ends the connection.
  ///
  /// - Parameter systemError: the operating system's number of it; zero when it is not known.
  func failure(_ error: any Error, systemError: CInt = 0) -> StoreError {
    let failure = StoreError(error, at: path, systemError: systemError)
    if let earlier = end.withLock({ $0 }) { return earlier }
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR, failure.reason == .storeIO else { return failure }
    let isFirst = end.withLock { end in
      defer { end = end ?? failure }
      return end == nil
    }
    if isFirst {
      // On a thread of its own: this one may be a connection's. The writer goes first: while the reader has the file open,
      // SQLite leaves the log as it is.
      DispatchQueue.global().async { [reader, writer] in
        try? writer?.close()
        try? reader.close()
      }
    }
    return failure
  }

  /// Why a state was not written that another run has written since it was read.
  var overtaken: StoreError { StoreError(.storeConflict, "another run has written the state of the feed in \(path) meanwhile") }

  /// Ends both connections after what is under way; the last one to a file folds its log into it. After an error of the disk nothing is
  /// left to do.
  func close() {
    let isFirst = end.withLock { end in
      defer { end = end ?? StoreError(.storeIO, "\(path) was closed") }
      return end == nil
    }
    guard isFirst else { return }
    try? reader.close()
    try? writer?.close()
  }
}
