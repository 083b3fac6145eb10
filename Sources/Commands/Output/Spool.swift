import Foundation
import Glibc

/// A buffer for output until it is complete: in memory while it is small, then in an unnamed temporary file.
struct Spool {
  private static let mostInMemory = 32 << 20

  private var bytes: [UInt8] = []
  private var file: FileHandle?

  mutating func write(_ more: UnsafeRawBufferPointer) throws(Failure) {
    bytes.append(contentsOf: more)
    guard bytes.count > Self.mostInMemory else { return }
    do {
      if file == nil { file = try Self.temporaryFile() }
      try file?.write(contentsOf: Data(bytes))
      bytes.removeAll(keepingCapacity: true)
    } catch {
      throw Failure(.local, "a temporary file in \(Self.folder) cannot be written: \(SystemError(error).text); write to a file with -o")
    }
  }

  func print() throws(Failure) {
    do {
      if let file {
        try file.seek(toOffset: 0)
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try piece.withUnsafeBytes { try Console.write($0) } }
      }
      try bytes.withUnsafeBytes { try Console.write($0) }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.local, "a temporary file in \(Self.folder) cannot be read: \(SystemError(error).text)")
    }
  }

  private static var folder: String { FileManager.default.temporaryDirectory.path }

  /// Creates a file that disappears when it is closed.
  private static func temporaryFile() throws(SystemError) -> FileHandle {
    let path = "\(folder)/aggregate.\(UUID())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
