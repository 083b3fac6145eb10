import Basics
import CatalogDiff
import Foundation

/// A file without a name, which disappears when it is no longer used. The last bytes stay in memory.
final class TemporaryFile {
  private let mostInMemory: Int
  private var bytes: [UInt8] = []
  private var file: ScratchFile?
  /// The number of bytes in the file, before the bytes in memory.
  private var written = 0

  var count: Int { written + bytes.count }

  /// - Parameter mostInMemory: the maximum number of bytes that stay in memory.
  init(mostInMemory: Int = 32 << 20) { self.mostInMemory = mostInMemory }

  func append(_ more: UnsafeRawBufferPointer) throws(Failure) {
    bytes.append(contentsOf: more)
    guard bytes.count > mostInMemory else { return }
    do throws(SystemCallError) {
      let file = if let file { file } else { try ScratchFile(in: Self.folder) }
      self.file = file
      try file.write(bytes, at: written)
      written += bytes.count
      bytes.removeAll(keepingCapacity: true)
    } catch {
      throw Self.failure(SystemError(code: error.code))
    }
  }

  /// Fills a buffer with the bytes from a position on, up to the end. Returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(Failure) -> Int {
    let count = max(0, min(buffer.count, written - position))
    if count > 0, let file {
      do throws(SystemCallError) { try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: position) } catch {
        throw Failure(.local, "a temporary file in \(Self.folder) cannot be read: \(SystemError(code: error.code).text)")
      }
    }
    guard count < buffer.count else { return count }
    let rest = bytes[min(position + count - written, bytes.count)...].prefix(buffer.count - count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: rest)
    return count + rest.count
  }

  /// Writes everything to stdout.
  func print() throws(Failure) { try forEachPiece { (bytes) throws(Failure) in try Console.write(bytes) } }

  /// Calls `body` with one piece after another.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var position = 0
    while position < count {
      var span = buffer.mutableSpan
      let more = try span.withUnsafeMutableBytes { (bytes) throws(Failure) in try read(into: bytes, at: position) }
      try buffer.span.extracting(..<more).withUnsafeBytes(body)
      position += more
    }
  }

  /// Creates an empty file with a name, for formats that cannot be written through a descriptor.
  static func named(_ name: String) throws(Failure) -> PartFile {
    do throws(SystemCallError) { return try PartFile.create(for: "\(folder)/\(name)", mode: 0o600) } catch {
      throw failure(SystemError(code: error.code))
    }
  }

  static func failure(_ error: SystemError) -> Failure {
    Failure(.local, "a temporary file in \(folder) cannot be used: \(error.text); set TMPDIR to another folder")
  }

  static var folder: String { FileManager.default.temporaryDirectory.path }
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
