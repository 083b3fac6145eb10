import SimdJSON

/// A file format for catalogs.
public enum CatalogFormat: String, Sendable, CaseIterable {
  /// The canonical catalog document (`campus-catalog/1`).
  case json
  /// Newline-delimited JSON: the entries of the catalog, one per line, each followed by a line feed. There is no header.
  case ndjson

  /// Writes a catalog in this format.
  ///
  /// - Returns: the `contentHash` of the catalog; nil if the format does not include it.
  /// - Throws: any error of the sink, or from loading lines.
  @discardableResult
  public func write(_ catalog: CatalogParts, to sink: CatalogWriter.Sink) throws -> String? {
    switch self {
    case .json: return try CatalogWriter.write(catalog, to: sink)
    case .ndjson:
      for part in catalog.parts {
        switch part {
        case .entries(let entries):
          var writer = JSONWriter()
          for entry in entries {
            entry.write(to: &writer)
            writer.literal("\n")
            // Pieces of about 64 KiB.
            guard writer.count > 1 << 16 else { continue }
            try writer.withBytes { try sink($0) }
            writer.removeAll()
          }
          try writer.withBytes { try sink($0) }
        case .lines(let lines): try lines.lines().bytes.withUnsafeBytes { try sink($0) }
        }
      }
      return nil
    }
  }
}
