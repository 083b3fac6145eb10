import Aggregation
import Basics
import CampusCatalog
import Foundation
import GRDB

/// A reading and a writing connection to one file, which are closed together.
///
/// In SQLite's WAL mode, readers and a writer do not block each other (https://www.sqlite.org/wal.html), so reads have their own
/// connection and go on during a transaction.
final class Connection: Sendable {
  let path: String
  private let reader: DatabaseQueue
  /// Nil if the file was opened for reading only.
  private let writer: DatabaseQueue?
  /// The error of all further calls; nil while the connection is open.
  private let end = Guarded<StoreError?>(nil)

  init(path: String, reader: DatabaseQueue, writer: DatabaseQueue?) {
    self.path = path
    self.reader = reader
    self.writer = writer
  }

  /// Runs `body` in a reading transaction. Never waits for a writer.
  ///
  /// - Throws: the error of `body` as a `StoreError`, or the error that closed the connection.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    try checkOpen()
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      reader.asyncRead { access in continuation.resume(returning: Result { try body(access.get()) }.mapError { self.failure($0) }) }
    }
    return try result.get()
  }

  /// Runs `body` in a reading transaction, and waits for it, on a thread that may wait. Never waits for a writer.
  ///
  /// - Throws: as `read`.
  func readNow<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try checkOpen()
    do { return try reader.read(body) } catch { throw failure(error) }
  }

  /// Runs `body` on the writing connection's own thread, not in a transaction. Returns before `body` has run.
  ///
  /// - Throws: `store.readonly` if the file was opened for reading only; the error that closed the connection.
  func onWriter(_ body: @escaping @Sendable (Database) -> Void) throws(StoreError) { try openWriter().asyncWriteWithoutTransaction(body) }

  /// Runs `body` on the writing connection, not in a transaction.
  ///
  /// - Throws: the error of `body` as a `StoreError`, or the errors of `onWriter`.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    let writer = try openWriter()
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      writer.asyncWriteWithoutTransaction { database in
        continuation.resume(returning: Result { try body(database) }.mapError { self.failure($0, systemError: database.systemError) })
      }
    }
    return try result.get()
  }

  private func openWriter() throws(StoreError) -> DatabaseQueue {
    try checkOpen()
    guard let writer else { throw StoreError(.storeReadOnly, "\(path) was opened for reading only") }
    return writer
  }

  /// - Throws: the error that closed the connection, if it is closed.
  func checkOpen() throws(StoreError) {
    if let error = end.withLock({ $0 }) { throw error }
  }

  /// Converts an error to a `StoreError`. An I/O error, after which the disk cannot be trusted, closes the connection.
  ///
  /// - Parameter systemError: `errno` of the failure; zero if unknown.
  func failure(_ error: any Error, systemError: CInt = 0) -> StoreError {
    let failure = StoreError(error, at: path, systemError: systemError)
    if let earlier = end.withLock({ $0 }) { return earlier }
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR, failure.reason == .storeIO else { return failure }
    if close(with: failure) {
      // On another thread, because this one may belong to a connection. The writer is closed first: while the reader has the file
      // open, SQLite does not touch the log.
      DispatchQueue.global().async { [reader, writer] in
        try? writer?.close()
        try? reader.close()
      }
    }
    return failure
  }

  /// Closes both connections after their current work. Closing the last connection to a file merges its log into it.
  func close() {
    guard close(with: StoreError(.storeIO, "\(path) was closed")) else { return }
    try? reader.close()
    try? writer?.close()
  }

  /// Sets the error of all further calls; false if there is one already.
  private func close(with error: StoreError) -> Bool {
    end.withLock { end in
      defer { end = end ?? error }
      return end == nil
    }
  }
}
