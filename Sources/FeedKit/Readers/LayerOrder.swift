public import OpeningHours

/// Orders of the layers of one level. The last layer that covers a day decides.
///
/// The results do not depend on the order of the feed, and duplicate layers are removed.
extension [Layer] {
  /// Returns the layers by their first day, the latest last. Among layers that begin on the same day, the last by name is last.
  public func latestStartLast() -> [Layer] { sorted { $0.from?.daysSinceEpoch ?? 0 } }

  /// Returns the layers by their number of days, the narrowest last. Among layers with the same number of days, the first by name is last.
  public func narrowestLast() -> [Layer] {
    sorted { layer in
      guard let from = layer.from, let to = layer.to else { return .max }
      return to.daysSinceEpoch - from.daysSinceEpoch
    }.reversed()
  }

  /// Sorts layers by a number, then by name, first day and text.
  private func sorted(by number: (Layer) -> Int32) -> [Layer] {
    guard count > 1 else { return self }
    let sorted = sorted { left, right in
      if number(left) != number(right) { return number(left) < number(right) }
      let (leftName, rightName) = ((left.name ?? "").utf8, (right.name ?? "").utf8)
      if !leftName.elementsEqual(rightName) { return leftName.lexicographicallyPrecedes(rightName) }
      if left.from != right.from { return (left.from?.daysSinceEpoch ?? 0) < (right.from?.daysSinceEpoch ?? 0) }
      return left != right && "\(left)".utf8.lexicographicallyPrecedes("\(right)".utf8)
    }
    var unique: [Layer] = []
    // Compare names as bytes: in Swift, canonically equivalent strings are equal.
    let name = { (layer: Layer) in layer.name.map { [UInt8]($0.utf8) } }
    for layer in sorted where unique.last.map({ $0 != layer || name($0) != name(layer) }) ?? true { unique.append(layer) }
    return unique
  }
}
