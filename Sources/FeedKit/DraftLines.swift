import CampusCatalog
import SimdJSON

/// Entries as their canonical lines, in the order in which they came.
struct DraftLines: Sendable {
  private var bytes: [UInt8] = []
  /// Where each line ends, its line feed included.
  private var ends: [Int] = []

  /// Makes room for the first lines. (Later ones find that what is there grows by itself, and by more than they need.)
  mutating func reserve(bytes count: Int) { if bytes.isEmpty { bytes.reserveCapacity(count) } }

  /// - Parameter writer: to write with; its contents are removed.
  mutating func append(_ entry: borrowing Entry, with writer: inout JSONWriter) {
    writer.removeAll()
    entry.write(to: &writer)
    writer.literal("\n")
    writer.withBytes { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
  }

  var byteCount: Int { bytes.count }

  private func range(of line: Int) -> Range<Int> { (line > 0 ? ends[line - 1] : 0)..<ends[line] }

  /// Whether one line's bytes come before those of another.
  func isLess(_ left: Int, than right: Int) -> Bool { bytes[range(of: left)].lexicographicallyPrecedes(bytes[range(of: right)]) }

  /// Keeps the lines that `order` names, in that order.
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

  /// The lines as they stand.
  var lines: EntryLines { EntryLines(bytes: bytes, count: ends.count) }
}
