import CampusCatalog
import SimdJSON

/// Entries as canonical lines, in the order in which they were added.
struct DraftLines: Sendable {
  private var bytes: [UInt8] = []
  /// The end offset of each line, including its line feed.
  private var ends: [Int] = []

  /// Reserves space for the first lines; later ones rely on the array's own growth.
  mutating func reserve(bytes count: Int) { if bytes.isEmpty { bytes.reserveCapacity(count) } }

  /// Appends the line of an entry.
  ///
  /// - Parameter writer: a reusable buffer; its contents are replaced.
  mutating func append(_ entry: borrowing Entry, with writer: inout JSONWriter) {
    writer.removeAll()
    entry.write(to: &writer)
    writer.literal("\n")
    writer.withBytes { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
  }

  var byteCount: Int { bytes.count }

  private func range(of line: Int) -> Range<Int> { (line > 0 ? ends[line - 1] : 0)..<ends[line] }

  /// Returns whether one line sorts before another by bytes.
  func isLess(_ left: Int, than right: Int) -> Bool { bytes[range(of: left)].lexicographicallyPrecedes(bytes[range(of: right)]) }

  /// Reorders the lines to match `order` and removes all others.
  mutating func arrange(_ order: [Int]) {
    if order.elementsEqual(ends.indices) { return }
    var arranged = DraftLines()
    arranged.bytes.reserveCapacity(bytes.count)
    arranged.ends.reserveCapacity(order.count)
    for line in order {
      arranged.bytes.append(contentsOf: bytes[range(of: line)])
      arranged.ends.append(arranged.bytes.count)
    }
    self = arranged
  }

  var lines: EntryLines { EntryLines(bytes: bytes, count: ends.count) }
}
