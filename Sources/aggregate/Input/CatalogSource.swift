import CatalogDiff
import Glibc

/// Reads catalogs piece by piece.
extension CatalogText {
  /// - Parameter path: a file; - is stdin, which is read at once.
  /// - Throws: `Failure` when it cannot be read.
  static func file(_ path: String) throws(Failure) -> CatalogText {
    if path == "-" { return CatalogText(named: "stdin", bytes: try InputFile.read(path, "the catalog", otherwise: .data)) }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // A pipe can be read once only.
      return CatalogText(named: path, bytes: try InputFile.read(path, "the catalog", otherwise: .data))
    }
    return CatalogText(named: path) {
      let file = try OpenFile(path)
      return { room in try file.read(into: room) }
    }
  }
}

/// A file that is closed with the last reference to it.
private final class OpenFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit { close(descriptor) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    while true {
      let count = Glibc.read(descriptor, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw Self.failure(path) }
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.data, "the catalog \(path) cannot be read: \(SystemError(code: errno).text)")
  }
}
