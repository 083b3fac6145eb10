import CLinux
import CatalogExport
import CatalogSession
import Foundation
import Glibc
import PartFiles

/// A file that is written whole or not at all: under another name first, then moved to its own.
///
/// A device or a pipe cannot be replaced and is written to directly; so is stdout.
struct OutputFile: ~Copyable {
  /// What is written to.
  private enum Target {
    case stdout
    /// A file that gets its name at the end.
    case part(PartFile)
    /// A device or a pipe.
    case device(FileHandle)
  }

  private let path: String
  private let format: CatalogFormat
  private let target: Target
  /// Bytes written, and how many of them are on their way to the disk.
  private var written = 0
  private var begun = 0
  /// So many bytes at a time are sent on their way, so that little is left to wait for at the end.
  private static let piece = 4 << 20

  /// - Parameters:
  ///   - path: where the file will be; - is stdout. A symbolic link inside its folder is followed, so that the file it names is
  ///     replaced; one that leads out of the folder is refused.
  ///   - stores: files that must not be overwritten.
  ///   - format: of a catalog that is written to it.
  init(_ path: String, _ stores: StoreGuard, as format: CatalogFormat = .json) throws(Failure) {
    // A value with a deinit throws when all of it is there.
    let target = Result { () throws(Failure) in try Self.open(path, stores) }
    self.path = path
    self.format = format
    self.target = (try? target.get()) ?? .stdout
    if case .part(let part) = try target.get() { Interruption.sweep(part.path) }
  }

  private static func open(_ path: String, _ stores: StoreGuard) throws(Failure) -> Target {
    guard path != "-" else { return .stdout }
    try stores.check(path)
    let target = try Self.target(of: path)
    guard InputFile.isRegular(target) == false else { return .part(try Self.part(of: target)) }
    let descriptor = Glibc.open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    return .device(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  deinit { Interruption.sweep(nil) }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let code: Int32
    switch target {
    case .stdout: return try Console.write(bytes)
    case .device(let file): code = bytes.write(to: file.fileDescriptor)
    case .part(let part):
      code = bytes.write(to: part.descriptor)
      written += bytes.count
      if code == 0, written - begun >= Self.piece {
        clinux_begin_to_sync(part.descriptor, Int64(begun), Int64(written - begun))
        begun = written
      }
    }
    guard code == 0 else { throw Self.failure(path, code) }
  }

  /// Publishes the written bytes as the file, durably.
  mutating func finish() throws(Failure) {
    if case .part(let part) = target { try Self.publish(part) }
  }
}

extension OutputFile: CatalogDestination {
  mutating func write(_ catalog: CatalogParts) throws -> String? {
    // At least as many bytes will be written.
    if case .part(let part) = target, catalog.size >= Self.piece { clinux_reserve(part.descriptor, Int64(catalog.size)) }
    do {
      return try format.write(catalog) { try write($0) }
    } catch let error as StoreError {
      // What was whole when it was read cannot be unpacked.
      throw Failure(.local, "\(SessionError(error).message); the catalog could not be written")
    }
  }

  /// Writes a text to a file, whole or not at all; - is stdout.
  static func write(_ text: String, to path: String, _ stores: StoreGuard) throws(Failure) {
    var file = try OutputFile(path, stores)
    try text.utf8.span.withUnsafeBytes { (bytes) throws(Failure) in try file.write(bytes) }
    try file.finish()
  }
}
