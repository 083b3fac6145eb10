import CampusCatalog

/// Sorts entries by id and moves each at most once, because entries are large and feeds have thousands.
enum EntryOrder {
  /// Returns the sort keys of ids in ascending order. The sort is stable.
  static func keys(of ids: [EntryID], of feed: FeedID) -> [Key] {
    // All ids of a feed share a prefix; the next 16 bytes decide nearly all comparisons.
    let shared = feed.description.utf8.count + 1
    var keys = ids.indices.map { Key(of: ids[$0].description.utf8.span, from: shared, index: $0) }
    func inOrder(_ left: Key, _ right: Key) -> Bool {
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let (first, second) = (ids[left.index], ids[right.index])
      return first != second ? first < second : left.index < right.index
    }
    guard keys.count >= fewIDs else {
      keys.sort(by: inOrder)
      return keys
    }
    sortByPrefix(&keys)
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end].prefix == keys[start].prefix { end += 1 }
      if end > start + 1 { keys[start..<end].sort(by: inOrder) }
      start = end
    }
    return keys
  }

  /// The number of ids from which a radix sort is faster than comparisons.
  private static let fewIDs = 512

  /// The sort key of an id.
  struct Key {
    /// The first 16 bytes after the shared prefix, big-endian and zero-padded, so that numbers sort as the bytes do.
    let prefix: UInt128
    /// The index of the id in the list.
    let index: Int

    fileprivate init(of id: borrowing Span<UInt8>, from start: Int, index: Int) {
      self.index = index
      guard start + 16 > id.count else {
        let (high, low) = (
          id.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self),
          id.bytes.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
        )
        prefix = UInt128(UInt64(bigEndian: high)) << 64 | UInt128(UInt64(bigEndian: low))
        return
      }
      var prefix: UInt128 = 0
      for index in min(start, id.count)..<id.count { prefix = prefix << 8 | UInt128(id[index]) }
      self.prefix = prefix << UInt128(8 * (16 - (id.count - min(start, id.count))))
    }

    /// Returns a byte of the prefix, counted from the last.
    fileprivate func byte(_ place: Int) -> Int { Int(truncatingIfNeeded: prefix >> UInt128(8 * place)) & 0xFF }
  }

  /// Sorts by prefix with a stable radix sort, from the last byte to the first.
  private static func sortByPrefix(_ keys: inout [Key]) {
    var other = keys
    for place in 0..<16 {
      var starts = [Int](repeating: 0, count: 257)
      for key in keys { starts[key.byte(place) + 1] += 1 }
      // Skip a byte that is the same in all keys.
      if starts.contains(keys.count) { continue }
      for byte in 1...256 { starts[byte] += starts[byte - 1] }
      for key in keys {
        let byte = key.byte(place)
        other[starts[byte]] = key
        starts[byte] += 1
      }
      swap(&keys, &other)
    }
  }

  /// Permutes values in place: `order[i]` is the old index of the value that moves to `i`.
  static func arrange<Value>(_ values: inout [Value], _ order: [Int]) {
    precondition(order.count == values.count)
    var order = order
    values.withUnsafeMutableBufferPointer { values in
      guard let base = values.baseAddress else { return }
      // Follow each cycle of the permutation once.
      for start in order.indices where order[start] != start {
        let first = (base + start).move()
        var hole = start
        while order[hole] != start {
          let next = order[hole]
          (base + hole).initialize(to: (base + next).move())
          order[hole] = hole
          hole = next
        }
        (base + hole).initialize(to: first)
        order[hole] = hole
      }
    }
  }
}
