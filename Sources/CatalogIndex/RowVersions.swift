import Foundation

/// The versions of the entries of one campus in an index, sorted by id: the checksum of each line, and its row.
/// About 12 bytes for each entry tell an update which lines differ, without the lines themselves.
struct RowVersions {
  struct Version: Hashable {
    let checksum: UInt64
    /// `noRow` for an entry that is not a place.
    var row: UInt32
  }

  /// The row of an entry that is not a place.
  static let noRow = UInt32.max
  /// The stored size of a version in bytes.
  private static let size = 12

  var versions: [Version] = []

  init() {}

  /// Reads the stored form; nil for other bytes.
  init?(_ bytes: Data) {
    guard bytes.count % Self.size == 0 else { return nil }
    versions = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / Self.size).map { index in
        Version(
          checksum: bytes.loadUnaligned(fromByteOffset: index * Self.size, as: UInt64.self),
          row: bytes.loadUnaligned(fromByteOffset: index * Self.size + 8, as: UInt32.self))
      }
    }
  }

  /// The stored form: checksum (UInt64) and row (UInt32) of each version.
  var bytes: Data {
    var bytes = Data(count: versions.count * Self.size)
    bytes.withUnsafeMutableBytes { bytes in
      for (index, version) in versions.enumerated() {
        bytes.storeBytes(of: version.checksum, toByteOffset: index * Self.size, as: UInt64.self)
        bytes.storeBytes(of: version.row, toByteOffset: index * Self.size + 8, as: UInt32.self)
      }
    }
    return bytes
  }

  /// Compares this list with a newer one, to which it copies the rows of versions that are in both.
  ///
  /// Both lists are sorted by id. A parallel walk that resynchronizes after one entry pairs nearly all versions, a dictionary the rest.
  /// - Returns: the indices of new versions in `new`, and the rows that are no longer used.
  func difference(to new: inout RowVersions) -> (added: [Int], removed: [UInt32]) {
    let (old, count) = (versions, new.versions.count)
    var (left, right) = (0, 0)
    var (added, removed): ([Int], [Int]) = ([], [])
    func isSame(_ first: Int, _ second: Int) -> Bool {
      first < old.count && second < count && old[first].checksum == new.versions[second].checksum
    }
    while left < old.count || right < count {
      if isSame(left, right) {
        new.versions[right].row = old[left].row
        (left, right) = (left + 1, right + 1)
      } else if left < old.count, right < count, isSame(left + 1, right + 1) || !isSame(left + 1, right) && !isSame(left, right + 1) {
        removed.append(left)
        added.append(right)
        (left, right) = (left + 1, right + 1)
      } else if left < old.count, right == count || isSame(left + 1, right) {
        removed.append(left)
        left += 1
      } else {
        added.append(right)
        right += 1
      }
    }
    var rows = Dictionary(grouping: removed.map { old[$0] }, by: \.checksum)
    added.removeAll { index in
      guard let version = rows[new.versions[index].checksum]?.popLast() else { return false }
      new.versions[index].row = version.row
      return true
    }
    return (added, rows.values.joined().map(\.row).filter { $0 != Self.noRow })
  }
}
