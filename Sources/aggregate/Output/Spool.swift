import Foundation
import Glibc

/// Output that is held back until it is complete: in memory while it is small, then in an unnamed temporary file.
struct Spool {
  private static let mostInMemory = 32 << 20
  private static let piece = 1 << 20

  private var bytes: [UInt8] = []
  private var file: FileHandle?

  mutating func write(_ more: UnsafeRawBufferPointer) throws(Failure) {
    bytes.append(contentsOf: more)
    if bytes.count > (file == nil ? Self.mostInMemory : Self.piece) { try moveToFile() }
  }

  private mutating func moveToFile() throws(Failure) {
    do {
      let file = try self.file ?? Self.temporaryFile()
      self.file = file
      try file.write(contentsOf: Data(bytes))
      bytes.removeAll(keepingCapacity: self.bytes.count < 2 * Self.piece)
    } catch {
      throw Failure(.local, "a temporary file in \(Self.folder) cannot be written: \(FileError.text(error)); write to a file with -o")
    }
  }

  /// Writes all of it to stdout.
  func print() throws(Failure) {
    if let file {
      guard lseek(file.fileDescriptor, 0, SEEK_SET) == 0 else {
        throw Failure(.local, "a temporary file in \(Self.folder) cannot be read: \(SystemError(code: errno).text)")
      }
      while let piece = try read(file) { try Self.print(Array(piece)) }
    }
    try Self.print(bytes)
  }

  private static func print(_ bytes: [UInt8]) throws(Failure) {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(Failure) in try Console.write(bytes) } }
    try result.get()
  }

  /// The next piece from the beginning on; nil at the end.
  private func read(_ file: FileHandle) throws(Failure) -> Data? {
    do {
      guard let piece = try file.read(upToCount: Self.piece), !piece.isEmpty else { return nil }
      return piece
    } catch {
      throw Failure(.local, "a temporary file in \(Self.folder) cannot be read: \(FileError.text(error))")
    }
  }

  private static var folder: String { FileManager.default.temporaryDirectory.path }

  /// A file that is gone when it is closed.
  private static func temporaryFile() throws(SystemError) -> FileHandle {
    var name = Array((folder + "/aggregate.XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
