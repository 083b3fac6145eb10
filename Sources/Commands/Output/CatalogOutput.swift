import CampusCatalog
import CatalogExport
import CatalogSession
import StoreInterface

/// Where a catalog is written: stdout, or a file that is written whole or not at all.
struct CatalogOutput: CatalogDestination, ~Copyable {
  private let format: CatalogFormat
  private var file: OutputFile

  /// - Parameters:
  ///   - path: of the file; - is stdout.
  ///   - size: the least number of bytes that will be written.
  init(_ path: String, _ stores: StoreGuard, as format: CatalogFormat, size: Int) throws(Failure) {
    self.format = format
    file = try OutputFile(path, stores)
    file.reserve(size)
  }

  mutating func write(_ catalog: CatalogParts) throws -> String? {
    do {
      return try format.write(catalog) { try file.write($0) }
    } catch let error as StoreError {
      // What was whole when it was read cannot be unpacked.
      throw Failure(.local, "\(SessionError(error).message); the catalog could not be written")
    }
  }

  /// Gives a file its name, durably.
  mutating func finish() throws(Failure) { try file.finish() }
}
