#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation

/// A file that is written whole or not at all: under another name first, then moved to its own.
struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private let temporary: String
  private let path: String
  private var isFinished = false

  /// - Parameter path: where the file will be. A symbolic link is followed, so that the file it names is replaced.
  init(_ path: String) throws(Failure) {
    let target = Self.resolve(path)
    self.path = target
    temporary = "\(target).\(getpid()).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(path)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes what was written the file, durably.
  mutating func finish() throws(Failure) {
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
    isFinished = true
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? "."
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
