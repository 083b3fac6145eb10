/// The order of the rows of an index by name. Base rows are numbered in this order; late rows are listed (`IndexSchema`).
struct RowOrder {
  /// A row that was added after the index was built.
  struct LateRow: BitwiseCopyable {
    let row: Int
    /// The first base row whose name comes after it (the place of that row may be gone); the number of base rows if there is none.
    /// It needs to be exact only among base rows that have places.
    var next: Int
  }

  let base: Int
  /// The late rows, in the order of names.
  let late: [LateRow]
  private let positions: [Int: Int]

  init(base: Int, late: [LateRow]) {
    var late = late
    // `next` must not decrease: base rows without a place count too.
    for index in late.indices.dropLast().reversed() { late[index].next = min(late[index].next, late[index + 1].next) }
    self.base = base
    self.late = late
    positions = Dictionary(late.enumerated().map { ($1.row, $0) }) { first, _ in first }
  }

  /// Returns a key that sorts rows by name.
  /// The upper 32 bits are the base row, or the next base row of a late row. The lower bits are all ones for a base row, so that it
  /// follows the late rows before it, and otherwise the position in the list of late rows.
  func key(_ row: Int) -> UInt64 {
    if row < base { return UInt64(row) << 32 | UInt64(UInt32.max) }
    guard let position = positions[row] else { return .max }
    return UInt64(late[position].next) << 32 | UInt64(position)
  }

  func sorted(_ rows: [Int]) -> [Int] {
    if late.isEmpty { return rows.sorted() }
    return rows.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
