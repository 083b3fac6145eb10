import CatalogSession
import Foundation
import Glibc

extension InputFile {
  /// Reads a catalog.
  static func catalog(_ path: String) throws(Failure) -> Catalog {
    let bytes = try read(path, "the catalog", otherwise: .data)
    do throws(CatalogError) {
      return try CatalogReader.read(bytes)
    } catch {
      switch error {
      case .json(let error): throw Failure(.data, "\(path):\(error.line):\(error.column): \(error.message)")
      case .shape(let error):
        let place = JSONLocator.position(of: error.pointer, in: bytes)
        throw Failure(.data, "\(path):\(place.line):\(place.column): \(error.message)")
      }
    }
  }
}

extension CatalogText {
  /// Returns a catalog that is read piece by piece.
  ///
  /// - Parameter path: the path of a file; - is stdin, which is read at once.
  /// - Throws: `Failure` if it cannot be read.
  static func file(_ path: String) throws(Failure) -> CatalogText {
    // A pipe can be read only once.
    if path == "-" || InputFile.isRegular(path) == false {
      return CatalogText(named: path == "-" ? "stdin" : path, bytes: try InputFile.read(path, "the catalog", otherwise: .data))
    }
    return CatalogText(named: path) {
      func failure() -> Failure { Failure(.data, "the catalog \(path) cannot be read: \(SystemError(code: errno).text)") }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure() }
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      return { room in
        while true {
          let count = read(file.fileDescriptor, room.baseAddress, room.count)
          if count >= 0 { return count }
          if errno != EINTR { throw failure() }
        }
      }
    }
  }
}
