/// Compares and searches encoded entries without decoding them, in linear time.
package enum EntryLineDiff {
  /// Returns the lines that were added, changed or removed, sorted by id.
  ///
  /// - Parameters:
  ///   - old: the old lines, as in `EntryLines`. Lines that do not begin with an id are skipped.
  ///   - new: the new lines.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [EntryLineChange] {
    var changes: [EntryLineChange] = []
    func add(_ kind: EntryLineChange.Kind, _ entry: EntryLine) {
      if let id = entry.entryID { changes.append(EntryLineChange(id: id, kind: kind, line: Array(entry.bytes))) }
    }
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        var (old, new) = (EntryLineSequence(old), EntryLineSequence(new))
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

  /// Returns the line of an entry, without its line feed; nil if there is none.
  package static func line(of id: EntryID, in lines: [UInt8]) -> [UInt8]? {
    let id = Array(id.description.utf8)
    return lines.withUnsafeBytes { lines in
      EntryLineSequence(lines).first { $0.id.elementsEqual(id) }.map { Array($0.bytes) }
    }
  }

  /// Returns the id and the line of each entry, without its line feed.
  package static func lines(in bytes: [UInt8]) -> [(id: EntryID, line: [UInt8])] {
    bytes.withUnsafeBytes { bytes in
      EntryLineSequence(bytes).compactMap { entry in entry.entryID.map { ($0, Array(entry.bytes)) } }
    }
  }
}

/// A difference between two lists of entry lines.
package struct EntryLineChange: Sendable, Hashable {
  package enum Kind: String, Sendable { case added, changed, gone }

  package let id: EntryID
  package let kind: Kind
  /// The line without its line feed: the new line, or the old one if the entry is gone.
  package let line: [UInt8]
}
