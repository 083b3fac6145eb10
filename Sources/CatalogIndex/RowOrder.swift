import Foundation

/// The order of the rows of an index by name. Rows from the first build are numbered in this order; for later rows there is a list.
struct RowOrder {
  /// A row that came later.
  struct Late: Hashable {
    let row: Int
    /// It is before this row and all that follow it, and behind all that precede it. Its place may be gone.
    var next: Int
  }

  /// Rows that the index was made with.
  let base: Int
  /// In the order of names.
  private(set) var late: [Late]
  private var positions: [Int: Int]

  init(base: Int, late: [Late]) {
    self.base = base
    self.late = late
    positions = Dictionary(late.enumerated().map { ($1.row, $0) }) { first, _ in first }
  }

  /// Of two rows that with the smaller key has the name that comes first.
  func key(_ row: Int) -> UInt64 {
    if row < base { return UInt64(row) << 32 | UInt64(UInt32.max) }
    guard let position = positions[row] else { return .max }
    return UInt64(late[position].next) << 32 | UInt64(position)
  }

  func sorted(_ rows: some Sequence<Int>) -> [Int] {
    let rows = Array(rows)
    if late.isEmpty { return rows.sorted() }
    return rows.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// - Parameter late: in the order of names; what is next of a row must only be right among the rows that have places.
  mutating func replaceLate(_ late: [Late]) {
    var late = late
    // A row of a place that is gone still parts those before it from those behind it.
    for index in late.indices.dropLast().reversed() { late[index].next = min(late[index].next, late[index + 1].next) }
    self = RowOrder(base: base, late: late)
  }

  /// Nil for bytes that are no list.
  init?(base: Int, _ bytes: Data) {
    guard bytes.count % 8 == 0 else { return nil }
    let late = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map { offset in
        Late(
          row: Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)),
          next: Int(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
      }
    }
    self.init(base: base, late: late)
  }

  var bytes: Data {
    var bytes = Data(capacity: late.count * 8)
    for row in late {
      withUnsafeBytes(of: UInt32(clamping: row.row)) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: UInt32(clamping: row.next)) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
