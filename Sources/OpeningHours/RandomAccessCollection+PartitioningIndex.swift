extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or `endIndex`. Elements that do must follow all others.
  @inlinable @inline(__always)
  package func partitioningIndex(where isInSecondPart: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if try isInSecondPart(self[middle]) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
