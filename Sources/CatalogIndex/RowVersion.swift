/// The version of an entry in an index: the checksum of its line, and its row.
///
/// An index has a list of the versions of each campus. With 16 bytes for each entry, an update can find the lines that differ without the
/// lines themselves.
struct RowVersion: BitwiseCopyable {
  let checksum: UInt64
  /// The row; -1 for an entry that is not a place.
  var row = -1
}

extension [RowVersion] {
  var rows: [Int] { map(\.row).filter { $0 >= 0 } }

  /// Compares this list with a newer one, to which it copies the rows of versions that are in both.
  ///
  /// - Returns: the indices of new versions in `new`, and the rows that are no longer used.
  func difference(to new: inout [RowVersion]) -> (added: [Int], removed: [Int]) {
    var old = Dictionary(grouping: self, by: \.checksum)
    var added: [Int] = []
    for index in new.indices {
      if let version = old[new[index].checksum]?.popLast() { new[index].row = version.row } else { added.append(index) }
    }
    return (added, old.values.flatMap(\.rows))
  }
}
