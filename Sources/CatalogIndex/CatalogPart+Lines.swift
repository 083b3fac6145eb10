import Foundation

extension CatalogParts.Part {
  /// Calls `body` with the lines of each campus, sorted by id, without line feeds.
  ///
  /// A part is usually one campus, but the only part of a catalog in memory has all campuses. Lines are not parsed: those of one campus
  /// are adjacent, and the id at the beginning of a line begins with the campus. Lines that do not begin with an id are left out.
  /// - Throws: errors of reading stored lines, and what `body` throws.
  func forEachCampus(_ body: (CampusID, _ lines: [UnsafeRawBufferPointer]) throws -> Void) throws {
    let bytes =
      switch self {
      case .entries(let entries): EntryLines(entries).bytes
      case .lines(let lines): try lines.lines().bytes
      }
    try bytes.withUnsafeBytes { bytes in
      var campus: CampusID?
      // The campus and a slash.
      var start: [UInt8] = []
      var lines: [UnsafeRawBufferPointer] = []
      for entry in EntryLineSequence(bytes) {
        if start.isEmpty || !entry.id.starts(with: start) {
          if let campus { try body(campus, lines) }
          campus = entry.entryID?.feed?.campus
          start = campus.map { Array("\($0)/".utf8) } ?? []
          lines = []
        }
        if campus != nil { lines.append(entry.bytes) }
      }
      if let campus { try body(campus, lines) }
    }
  }
}
