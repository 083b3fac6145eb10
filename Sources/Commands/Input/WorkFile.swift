import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import Foundation
import Glibc
import SnapshotStore

/// Files and stdin with the lines of `aggregate work`.
enum WorkFile {
  private static let pieceSize = 1 << 18

  /// Returns a reader of the lines of a file, or of stdin for "-".
  static func reader(_ path: String) throws(Failure) -> WorkReader {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    func failure() -> Failure { Failure(.data, "\(InputFile.name(path)) cannot be read: \(SystemError(code: errno).text)") }
    guard descriptor >= 0 else { throw failure() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: path != "-")
    return WorkReader(InputFile.name(path)) {
      while true {
        var count = 0
        let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { room, filled in
          count = read(file.fileDescriptor, room.baseAddress, room.count)
          filled = max(0, count)
        }
        if count >= 0 { return piece }
        if errno != EINTR { throw failure() }
      }
    }
  }

  /// Reads all lines of a file, or of stdin for "-".
  ///
  /// - Parameter wanted: chooses the feeds whose entries are read.
  static func input(_ path: String, entriesOf wanted: (FeedID) -> Bool = { _ in true }) throws -> WorkInput {
    var reader = try reader(path)
    do { return try WorkInput(reading: &reader, entriesOf: wanted) } catch let error as FileError {
      throw Failure(.data, error.description)
    }
  }
}

/// The option for the results of the last run.
struct PreviousOption: ParsableArguments {
  @Option(
    name: .customLong("previous"),
    help: ArgumentHelp("Results of an earlier run: a file with their lines, or a store (repeatable).", valueName: "file"),
    completion: .file())
  var paths: [String] = []

  /// Returns the results of the feeds of an input.
  func results(of input: WorkInput) throws -> PreviousResults {
    let feeds = input.feedIDs
    var inputs: [WorkInput] = []
    var stores: [any FeedStore] = []
    for path in paths {
      if SnapshotStore.isRecognizable(path: path) {
        if let store = try StoreOption.openIfPresent(path) { stores.append(store) }
      } else {
        inputs.append(try WorkFile.input(path, entriesOf: feeds.contains))
      }
    }
    return PreviousResults(inputs, stores: stores)
  }
}

/// Writes lines to stdout from any thread. After an error, nothing more is written.
final class WorkOutput: Sendable {
  private let failure = Guarded<Failure?>(nil)
  private let stop = Guarded<(@Sendable () -> Void)?>(nil)

  /// Sets the function that is called at the first error, because more work would be lost.
  func onFailure(_ stop: @escaping @Sendable () -> Void) { self.stop.withLock { $0 = stop } }

  /// Writes whole lines at once.
  func write(_ lines: [UInt8]) {
    let hasFailed = failure.withLock { failure -> Bool in
      guard failure == nil, !lines.isEmpty else { return false }
      do throws(Failure) {
        try lines.span.withUnsafeBytes { (bytes) throws(Failure) in try Console.write(bytes) }
        return false
      } catch {
        failure = error
        return true
      }
    }
    if hasFailed { stop.withLock { $0 }?() }
  }

  /// - Throws: the first error of writing.
  func finish() throws(Failure) { if let failure = failure.withLock({ $0 }) { throw failure } }
}
