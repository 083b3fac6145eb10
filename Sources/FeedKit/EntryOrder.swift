import CampusCatalog

/// Sorts entries by id, and moves each entry at most once: entries are large, and feeds have thousands.
enum EntryOrder {
  /// Returns the keys of ids, sorted; equal ids keep the order of the list.
  static func keys(of ids: [EntryID], of feed: FeedID) -> [Key] {
    // All ids of a feed begin alike: sixteen bytes behind that decide nearly all comparisons.
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

  /// Fewer are compared with each other.
  private static let fewIDs = 512

  /// An id of a list.
  struct Key {
    /// Its order is that of the bytes, as far as sixteen of them tell.
    let prefix: UInt128
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

    /// A byte of the prefix; 0 is the last.
    fileprivate func byte(_ place: Int) -> Int { Int(truncatingIfNeeded: prefix >> UInt128(8 * place)) & 0xFF }
  }

  /// Sorts by prefix, byte after byte from the last; keys with one prefix keep their order.
  private static func sortByPrefix(_ keys: inout [Key]) {
    var other = keys
    for place in 0..<16 {
      var starts = [Int](repeating: 0, count: 257)
      for key in keys { starts[key.byte(place) + 1] += 1 }
      // Many bytes are the same in all.
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

  /// Puts at each place the value that `order` names for it; `order` names each once.
  static func arrange<Value>(_ values: inout [Value], _ order: [Int]) {
    precondition(order.count == values.count)
    var order = order
    values.withUnsafeMutableBufferPointer { values in
      guard let base = values.baseAddress else { return }
      // Each circle of the permutation is followed once, around a hole.
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
