import CLinux
import Foundation
import Glibc

/// A file that is written whole or not at all: under another name first, then moved to its own.
///
/// What is no regular file (a device, a pipe) can not be replaced and is written to as it is.
struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  /// Nil when the target itself is written to.
  private let temporary: String?
  private var isFinished = false
  /// Bytes written, and how many of them are on their way to the disk.
  private var written = 0
  private var begun = 0
  /// So many bytes at a time are sent on their way, so that little is left to wait for at the end.
  private static let piece = 4 << 20

  /// - Parameter path: where the file will be. A symbolic link inside its folder is followed, so that the file it names is replaced;
  ///   one that leads out of the folder is refused.
  init(_ path: String) throws(Failure) {
    // A value with a deinit throws when all of it is there.
    let found = Result { () throws(Failure) in try OutputPlace.target(of: path) }
    self.path = (try? found.get()) ?? path
    var status = stat()
    switch found {
    case .failure:
      temporary = nil
      descriptor = -1
    case .success(let target) where stat(target, &status) == 0 && status.st_mode & S_IFMT != S_IFREG:
      temporary = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
    case .success(let target):
      let part = OutputPlace.part(of: target)
      temporary = part
      descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { Interruption.sweep(part) }
    }
    guard descriptor >= 0 else {
      let failure = OutputPlace.failure(path)
      _ = try found.get()
      throw failure
    }
  }

  deinit {
    close(descriptor)
    if !isFinished, let temporary { unlink(temporary) }
    Interruption.sweep(nil)
  }

  /// - Parameter bytes: at least so many will be written.
  func reserve(_ bytes: Int) {
    if temporary != nil, bytes >= Self.piece { clinux_reserve(descriptor, Int64(bytes)) }
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
    if temporary != nil, written - begun >= Self.piece {
      clinux_begin_to_sync(descriptor, Int64(begun), Int64(written - begun))
      begun = written
    }
  }

  /// Makes what was written the file, durably.
  mutating func finish() throws(Failure) {
    guard let temporary else { return }
    guard fsync(descriptor) == 0 else { throw OutputPlace.failure(path) }
    try OutputPlace.move(temporary, to: path)
    isFinished = true
  }
}

extension OutputFile {
  /// Writes a text to a file, whole or not at all; - is stdout.
  static func write(_ text: String, to path: String) throws(Failure) {
    guard path != "-" else { return try Console.write(text) }
    var file = try OutputFile(path)
    var text = text
    let result = text.withUTF8 { utf8 in Result { () throws(Failure) in try file.write(UnsafeRawBufferPointer(utf8)) } }
    try result.get()
    try file.finish()
  }
}
