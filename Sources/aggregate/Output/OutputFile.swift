import CLinux
import Foundation
import Glibc
import PartFiles

/// A file that is written whole or not at all: under another name first, then moved to its own.
///
/// A device or a pipe cannot be replaced and is written to directly.
struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  /// Nil when the target itself is written to.
  private let part: PartFile?
  /// Bytes written, and how many of them are on their way to the disk.
  private var written = 0
  private var begun = 0
  /// So many bytes at a time are sent on their way, so that little is left to wait for at the end.
  private static let piece = 4 << 20

  /// - Parameters:
  ///   - path: where the file will be. A symbolic link inside its folder is followed, so that the file it names is replaced;
  ///     one that leads out of the folder is refused.
  ///   - stores: files that must not be overwritten.
  init(_ path: String, _ stores: StoreGuard) throws(Failure) {
    // A value with a deinit throws when all of it is there.
    let opened = Result { () throws(Failure) in try Self.open(path, stores) }
    self.path = path
    switch opened {
    case .success(let file):
      part = file.part
      descriptor = file.part?.descriptor ?? file.descriptor
    case .failure:
      part = nil
      descriptor = -1
    }
    _ = try opened.get()
    if let part { Interruption.sweep(part.path) }
  }

  private static func open(_ path: String, _ stores: StoreGuard) throws(Failure) -> (part: PartFile?, descriptor: Int32) {
    try stores.check(path)
    let target = try OutputPlace.target(of: path)
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = Glibc.open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw OutputPlace.failure(path) }
      return (nil, descriptor)
    }
    return (try OutputPlace.part(of: target), -1)
  }

  deinit {
    if part == nil { close(descriptor) }
    Interruption.sweep(nil)
  }

  /// - Parameter bytes: the least number of bytes that will be written.
  func reserve(_ bytes: Int) {
    if part != nil, bytes >= Self.piece { clinux_reserve(descriptor, Int64(bytes)) }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw OutputPlace.failure(path)
      }
      rest = rest.dropFirst(count)
      written += count
    }
    if part != nil, written - begun >= Self.piece {
      clinux_begin_to_sync(descriptor, Int64(begun), Int64(written - begun))
      begun = written
    }
  }

  /// Publishes the written bytes as the file, durably.
  mutating func finish() throws(Failure) {
    if let part { try OutputPlace.publish(part) }
  }
}

extension OutputFile {
  /// Writes a text to a file, whole or not at all; - is stdout.
  static func write(_ text: String, to path: String, _ stores: StoreGuard) throws(Failure) {
    guard path != "-" else { return try Console.write(text) }
    var file = try OutputFile(path, stores)
    var text = text
    let result = text.withUTF8 { utf8 in Result { () throws(Failure) in try file.write(UnsafeRawBufferPointer(utf8)) } }
    try result.get()
    try file.finish()
  }
}
