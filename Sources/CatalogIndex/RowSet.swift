/// A set of rows of an index, as a bit set.
struct RowSet {
  private var words: [UInt64]
  let capacity: Int

  /// Makes an empty set, or the set of all rows from 0 up to the capacity.
  init(capacity: Int, isFull: Bool) {
    self.capacity = capacity
    words = Array(repeating: isFull ? .max : 0, count: (capacity + 63) / 64)
    if isFull, capacity % 64 != 0 { words[words.count - 1] = (1 << UInt64(capacity % 64)) - 1 }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ row: Int) -> Bool { words[row / 64] & 1 << UInt64(row % 64) != 0 }

  mutating func insert(_ row: Int) { words[row / 64] |= 1 << UInt64(row % 64) }

  mutating func remove(_ row: Int) { words[row / 64] &= ~(1 << UInt64(row % 64)) }

  /// Returns the first rows, ascending.
  func prefix(_ count: Int) -> [Int] {
    var rows: [Int] = []
    for (index, var word) in words.enumerated() {
      while word != 0 {
        if rows.count >= count { return rows }
        rows.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return rows
  }
}
