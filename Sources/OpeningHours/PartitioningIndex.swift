extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or `endIndex`. Elements that do must follow those that do not.
  @inline(__always)
  func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low &+ high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
