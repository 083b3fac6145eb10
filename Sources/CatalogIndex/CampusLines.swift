import CampusCatalog
import Foundation

/// The entry lines of one campus in one part of a catalog.
struct CampusLines {
  let campus: CampusID
  /// The lines of the whole part.
  let bytes: [UInt8]
  /// The byte range of each line of the campus, without its line feed, sorted by id.
  private(set) var lines: [Range<Int>] = []

  private init(campus: CampusID, bytes: [UInt8]) {
    self.campus = campus
    self.bytes = bytes
  }

  /// Splits the lines of a part by campus. A part is usually one campus, but the only part of a catalog in memory has all campuses.
  ///
  /// - Returns: one list for each run of adjacent lines of the same campus. Lines that do not begin with an id are left out.
  /// - Throws: errors of reading stored lines.
  static func lists(of part: CatalogParts.Part) throws -> [CampusLines] {
    switch part {
    case .entries(let entries): lists(in: EntryLines(entries).bytes)
    case .lines(let lines): lists(in: try lines.lines().bytes)
    }
  }

  /// Finds lines and campuses without parsing: each line begins with `{"id":"<campus>/`.
  private static func lists(in bytes: [UInt8]) -> [CampusLines] {
    var lists: [CampusLines] = []
    var lines: [Range<Int>] = []
    let head = Array(#"{"id":""#.utf8)
    // An id begins with the campus and a slash.
    var campus: [UInt8] = []
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      func isAt(_ start: Int, _ end: Int, _ text: [UInt8]) -> Bool {
        end - start >= text.count && memcmp(base + start, text, text.count) == 0
      }
      var start = 0
      while start < all.count {
        let feed = memchr(base + start, Int32(UInt8(ascii: "\n")), all.count - start)
        let end = feed.map { base.distance(to: UnsafeRawPointer($0)) } ?? all.count
        defer { start = end + 1 }
        guard isAt(start, end, head) else { continue }
        let id = start + head.count
        if campus.isEmpty || !isAt(id, end, campus) {
          guard let slash = all[id..<end].firstIndex(of: UInt8(ascii: "/")),
            let name = CampusID(String(decoding: all[id..<slash], as: UTF8.self))
          else { continue }
          if !lists.isEmpty { lists[lists.count - 1].lines = lines }
          lines = []
          campus = Array(all[id...slash])
          lists.append(CampusLines(campus: name, bytes: bytes))
        }
        lines.append(start..<end)
      }
    }
    if !lists.isEmpty { lists[lists.count - 1].lines = lines }
    return lists
  }

  /// Calls `body` with the bytes of a line.
  func withLine<Value>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[lines[index]])) }
  }

  /// The versions of the lines, without rows.
  /// One checksum for each line, in the same order.
  var versions: RowVersions {
    var versions = RowVersions()
    versions.versions.reserveCapacity(lines.count)
    bytes.withUnsafeBytes { bytes in
      for line in lines {
        let checksum = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[line]))
        versions.versions.append(RowVersions.Version(checksum: checksum, row: RowVersions.noRow))
      }
    }
    return versions
  }
}
