/// The smallest set of moves that brings a list into another order.
///
/// The entries that stay have the same order in both lists, so their old indices ascend: the longest ascending subsequence leaves the
/// fewest to move. To bring a, b, c into the order c, a, b, only c moves. Found by patience sorting, in O(n log n).
enum MinimalMoves {
  /// Returns the entries to move: those outside a longest ascending subsequence.
  ///
  /// - Parameter pairs: the indices of each common entry in both lists, in any order.
  /// - Returns: the pairs to move, sorted by their new indices.
  static func moved(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    let pairs = pairs.sorted { $0.new < $1.new }
    // The smallest last element of an ascending subsequence of each length, by its index in `pairs`, and the predecessor of each element.
    var lasts: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[lasts[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? lasts[low - 1] : nil
      if low < lasts.count { lasts[low] = index } else { lasts.append(index) }
    }
    var stays = [Bool](repeating: false, count: pairs.count)
    var next = lasts.last
    while let index = next {
      stays[index] = true
      next = before[index]
    }
    return pairs.indices.filter { !stays[$0] }.map { pairs[$0] }
  }
}
