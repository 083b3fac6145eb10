import CampusCatalog
import CatalogSession

/// A catalog that is written to memory.
final class CatalogBytes: CatalogDestination {
  /// The additional effect of writing.
  private let whileWriting: () throws -> Void
  private(set) var bytes: [UInt8] = []
  private(set) var isFinished = false

  init(whileWriting: @escaping () throws -> Void = {}) { self.whileWriting = whileWriting }

  func write(_ catalog: CatalogParts) throws -> String? {
    try whileWriting()
    return try CatalogWriter.write(catalog) { bytes.append(contentsOf: $0) }
  }

  func finish() { isFinished = true }
}
