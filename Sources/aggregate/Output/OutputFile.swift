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

  /// - Parameter path: where the file will be. A symbolic link is followed, so that the file it names is replaced.
  init(_ path: String) throws(Failure) {
    let target = Self.resolve(path)
    self.path = target
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
    } else {
      let part = "\(target).\(getpid()).part"
      temporary = part
      descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { Interruption.sweep(part) }
    }
    guard descriptor >= 0 else { throw Self.failure(path) }
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
        throw Self.failure(path)
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
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
    isFinished = true
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let directory = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  private static func resolve(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.local, "\(path) can not be written: \(String(cString: strerror(errno))); choose another place with -o")
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
