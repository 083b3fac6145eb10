public import CampusCatalog
import SimdJSON

/// A form in which a catalog leaves the program.
public enum CatalogFormat: String, Sendable, CaseIterable {
  /// The canonical document.
  case json
  /// The entries alone, one a line, each as in the canonical document.
  case ndjson

  /// Writes a catalog to a sink, piece by piece.
  ///
  /// - Returns: the catalog's `contentHash`, where the form has it.
  /// - Throws: what the sink throws, and what unpacking lines throws.
  @discardableResult
  public func write(_ catalog: CatalogParts, to sink: CatalogWriter.Sink) throws -> String? {
    switch self {
    case .json: return try CatalogWriter.write(catalog, to: sink)
    case .ndjson:
      for part in catalog.parts {
        switch part {
        case .entries(let entries): try Self.writeLines(entries, to: sink)
        case .lines(let lines): try lines.bytes.withUnsafeBytes { try sink($0) }
        case .lazyLines(let lines): try lines.lines().bytes.withUnsafeBytes { try sink($0) }
        }
      }
      return nil
    }
  }

  /// Writes a catalog to a sink, piece by piece.
  ///
  /// - Throws: what the sink throws.
  public func write(_ catalog: Catalog, to sink: CatalogWriter.Sink) throws { try write(CatalogParts(catalog), to: sink) }

  private static func writeLines(_ entries: [Entry], to sink: CatalogWriter.Sink) throws {
    var writer = JSONWriter()
    for entry in entries {
      entry.write(to: &writer)
      writer.literal("\n")
      if writer.count > 1 << 16 {
        try writer.withBytes { try sink($0) }
        writer.removeAll()
      }
    }
    try writer.withBytes { try sink($0) }
  }
}
