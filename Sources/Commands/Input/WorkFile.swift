import Aggregation
import CampusCatalog
import Foundation
import Glibc

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
