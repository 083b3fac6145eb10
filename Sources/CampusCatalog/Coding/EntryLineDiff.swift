/// Compares and searches encoded entries without decoding them, in linear time.
package enum EntryLineDiff {
  /// Returns the lines that were added, changed or removed, sorted by id.
  ///
  /// - Parameters:
  ///   - old: the old lines, as in `EntryLines`. Lines that do not begin with an id are skipped.
  ///   - new: the new lines.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [EntryLineChange] {
    var changes: [EntryLineChange] = []
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        var (left, right) = (LineCursor(old), LineCursor(new))
        while true {
          switch (left.line, right.line) {
          case (nil, nil): return
          case (let line?, nil):
            add(.gone, line, left, to: &changes)
            left.advance()
          case (nil, let line?):
            add(.added, line, right, to: &changes)
            right.advance()
          case (let before?, let after?):
            let order = LineCursor.order(left, right)
            if order < 0 {
              add(.gone, before, left, to: &changes)
            } else if order > 0 {
              add(.added, after, right, to: &changes)
            } else if !LineCursor.isSame(before, after) {
              add(.changed, after, right, to: &changes)
            }
            if order <= 0 { left.advance() }
            if order >= 0 { right.advance() }
          }
        }
      }
    }
    return changes
  }

  /// Returns the line of an entry, without its line feed; nil if there is none.
  package static func line(of id: EntryID, in lines: [UInt8]) -> [UInt8]? {
    lines.withUnsafeBytes { bytes in
      var cursor = LineCursor(bytes)
      var id = id.description
      return id.withUTF8 { id in
        while let line = cursor.line {
          if LineCursor.isSame(cursor.id, UnsafeRawBufferPointer(id)) { return Array(line) }
          cursor.advance()
        }
        return nil
      }
    }
  }

  /// Returns the id and the line of each entry, without its line feed.
  package static func lines(in bytes: [UInt8]) -> [(id: EntryID, line: [UInt8])] {
    bytes.withUnsafeBytes { bytes in
      var cursor = LineCursor(bytes)
      var lines: [(id: EntryID, line: [UInt8])] = []
      while let line = cursor.line {
        if let id = cursor.entryID { lines.append((id, Array(line))) }
        cursor.advance()
      }
      return lines
    }
  }

  private static func add(
    _ kind: EntryLineChange.Kind, _ line: UnsafeRawBufferPointer, _ cursor: LineCursor, to changes: inout [EntryLineChange]
  ) {
    guard let id = cursor.entryID else { return }
    changes.append(EntryLineChange(id: id, kind: kind, line: Array(line)))
  }
}
