import Basics
import CatalogDiff
import Foundation
import Glibc

/// A file without a name, which disappears when it is no longer used. Up to 32 MiB stay in memory.
final class TemporaryFile {
  private static let mostInMemory = 32 << 20

  private var bytes: [UInt8] = []
  private var file: FileHandle?
  /// The number of bytes in the file, before the bytes in memory.
  private var written = 0

  var count: Int { written + bytes.count }

  func append(_ more: UnsafeRawBufferPointer) throws(Failure) {
    bytes.append(contentsOf: more)
    guard bytes.count > Self.mostInMemory else { return }
    do throws(SystemError) {
      let file = if let file { file } else { try Self.create() }
      self.file = file
      let code = bytes.withUnsafeBytes { $0.write(to: file.fileDescriptor) }
      guard code == 0 else { throw SystemError(code: code) }
      written += bytes.count
      bytes.removeAll(keepingCapacity: true)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Fills a buffer with the bytes from a position on, up to the end. Returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(Failure) -> Int {
    var count = 0
    while count < buffer.count {
      let start = position + count
      if start >= written {
        let rest = bytes[min(start - written, bytes.count)...].prefix(buffer.count - count)
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: rest)
        return count + rest.count
      }
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<min(buffer.count, count + written - start)])
      let more = pread(file?.fileDescriptor ?? -1, room.baseAddress, room.count, off_t(start))
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { throw Failure(.local, "a temporary file in \(Self.folder) cannot be read: \(SystemError(code: errno).text)") }
      count += more
    }
    return count
  }

  /// Writes everything to stdout.
  func print() throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var position = 0
    while position < count {
      var span = buffer.mutableSpan
      let more = try span.withUnsafeMutableBytes { (bytes) throws(Failure) in try read(into: bytes, at: position) }
      try buffer.span.extracting(..<more).withUnsafeBytes { (bytes) throws(Failure) in try Console.write(bytes) }
      position += more
    }
  }

  /// Creates an empty file with a name, for formats that cannot be written through a descriptor.
  static func named(_ name: String) throws(Failure) -> PartFile {
    do throws(PartFileError) { return try PartFile.create(for: "\(folder)/\(name)", mode: 0o600) } catch {
      throw failure(SystemError(code: error.code))
    }
  }

  static func failure(_ error: SystemError) -> Failure {
    Failure(.local, "a temporary file in \(folder) cannot be used: \(error.text); set TMPDIR to another folder")
  }

  static var folder: String { FileManager.default.temporaryDirectory.path }

  private static func create() throws(SystemError) -> FileHandle {
    let path = "\(folder)/aggregate.\(UUID())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension CatalogText {
  /// Creates the text of a catalog from a temporary file that holds it.
  init(named name: String, _ file: TemporaryFile) {
    self.init(named: name) {
      var position = 0
      return { room in
        let count = try file.read(into: room, at: position)
        position += count
        return count
      }
    }
  }
}
