import Glibc

/// Comparisons and searches without decoding the entries, in linear time.
extension EntryLines {
  /// A difference between two lists of lines.
  package struct Change: Sendable, Hashable {
    package enum Kind: String, Sendable { case added, changed, gone }

    package let id: EntryID
    package let kind: Kind
    /// The line without its line feed: the new line, or the old one if the entry is gone.
    package let line: [UInt8]
  }

  /// Returns the lines that were added, changed or removed, sorted by id.
  ///
  /// - Parameters:
  ///   - old: the bytes of the old lines. Lines that do not begin with an id are skipped.
  ///   - new: the new lines.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [Change] {
    var changes: [Change] = []
    func add(_ kind: Change.Kind, _ entry: EntryLine) {
      if let id = entry.entryID { changes.append(Change(id: id, kind: kind, line: Array(entry.bytes))) }
    }
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        var (old, new) = (EntryLine.all(in: old), EntryLine.all(in: new))
        EntryLine.merge({ old.next() }, { new.next() }) { before, after in
          switch (before, after) {
          case (let before?, let after?): if !before.bytes.isSame(as: after.bytes) { add(.changed, after) }
          case (let before?, nil): add(.gone, before)
          case (nil, let after?): add(.added, after)
          case (nil, nil): break
          }
        }
      }
    }
    return changes
  }

  /// Returns the line of an entry, without its line feed; nil if there is none. Of all other lines, only the beginnings are compared.
  package static func line(of id: EntryID, in lines: UnsafeRawBufferPointer) -> [UInt8]? {
    let start = Array("{\"id\":\"\(id)\"".utf8)
    var rest = lines
    while let base = rest.baseAddress, let end = memchr(base, 0x0A, rest.count).map({ base.distance(to: $0) }) {
      if rest.hasPrefix(start) { return EntryLine(UnsafeRawBufferPointer(rebasing: rest[..<end])).map { Array($0.bytes) } }
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
    }
    return nil
  }

  /// Returns the id and the line of each entry, without its line feed.
  package static func lines(in bytes: [UInt8]) -> [(id: EntryID, line: [UInt8])] {
    bytes.withUnsafeBytes { bytes in
      EntryLine.all(in: bytes).compactMap { entry in entry.entryID.map { ($0, Array(entry.bytes)) } }
    }
  }
}
