import CampusCatalog

/// Sorting by id, without moving or copying entries more than once: they are large, and feeds have them by the thousand.
enum EntryOrder {
  /// The places of ids in their order; of equal ones in the order of the list.
  static func indices(of ids: [EntryID], of feed: FeedID) -> [Int] {
    // All ids of a feed begin alike: sixteen bytes behind that decide nearly all comparisons.
    let shared = feed.description.utf8.count + 1
    var keys = ids.indices.map { Key(prefix: prefix(of: ids[$0].description, from: shared), index: $0) }
    keys.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let (first, second) = (ids[left.index], ids[right.index])
      return first != second ? first < second : left.index < right.index
    }
    return keys.map(\.index)
  }

  private struct Key {
    let prefix: UInt128
    let index: Int
  }

  /// Numbers that are in the order of the bytes, as far as sixteen of them tell.
  private static func prefix(of id: String, from start: Int) -> UInt128 {
    let utf8 = id.utf8.span
    let end = min(start + 16, utf8.count)
    var prefix: UInt128 = 0
    for index in min(start, end)..<end { prefix = prefix << 8 | UInt128(utf8[index]) }
    return prefix << UInt128(8 * (16 - (end - min(start, end))))
  }

  /// Puts at each place the entry that `order` names for it; `order` names each once.
  static func arrange(_ entries: inout [Entry], _ order: [Int]) {
    precondition(order.count == entries.count)
    var order = order
    entries.withUnsafeMutableBufferPointer { entries in
      guard let base = entries.baseAddress else { return }
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
