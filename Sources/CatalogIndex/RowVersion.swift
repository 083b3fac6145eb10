/// The version of an entry in an index: the checksum of its line, and its row.
///
/// An index has the versions of each campus as a list sorted by id. 16 bytes for each entry tell an update which lines differ, without the
/// lines themselves.
struct RowVersion: BitwiseCopyable {
  let checksum: UInt64
  /// -1 for an entry that is not a place.
  var row = -1
}

extension [RowVersion] {
  /// The rows of the places.
  var rows: [Int] { map(\.row).filter { $0 >= 0 } }

  /// Compares this list with a newer one, to which it copies the rows of versions that are in both.
  ///
  /// Both lists are sorted by id. A parallel walk that resynchronizes after one entry pairs nearly all versions, a dictionary the rest.
  /// - Returns: the indices of new versions in `new`, and the rows that are no longer used.
  func difference(to new: inout [RowVersion]) -> (added: [Int], removed: [Int]) {
    let (old, newCount) = (self, new.count)
    var (left, right) = (0, 0)
    var (added, removed): ([Int], [RowVersion]) = ([], [])
    func isSame(_ first: Int, _ second: Int) -> Bool {
      first < old.count && second < newCount && old[first].checksum == new[second].checksum
    }
    while left < old.count || right < newCount {
      if isSame(left, right) {
        new[right].row = old[left].row
        (left, right) = (left + 1, right + 1)
      } else if left < old.count, right < newCount, isSame(left + 1, right + 1) || !isSame(left + 1, right) && !isSame(left, right + 1) {
        removed.append(old[left])
        added.append(right)
        (left, right) = (left + 1, right + 1)
      } else if left < old.count, right == newCount || isSame(left + 1, right) {
        removed.append(old[left])
        left += 1
      } else {
        added.append(right)
        right += 1
      }
    }
    var unpaired = Dictionary(grouping: removed, by: \.checksum)
    added.removeAll { index in
      guard let version = unpaired[new[index].checksum]?.popLast() else { return false }
      new[index].row = version.row
      return true
    }
    return (added, unpaired.values.flatMap(\.rows))
  }
}
