/// Which layer decides each service day of a schedule with many layers, found once for all days.
///
/// Days fall into segments between the boundaries of the layers; within a segment the same layers cover each day. Built in
/// O(n log n) for n boundaries, answered in O(log n), where looking at the layers one by one takes n steps for each day.
final class LayerSweep: Sendable {
  /// Schedules with fewer layers do not need a sweep.
  static let fewestLayers = 32

  /// The first day of each segment, ascending. Before the first segment no layer covers a day.
  private let starts: [Int32]
  /// For each segment the index of the last layer that covers it; -1 when none does.
  private let strongest: [Int32]
  /// For each segment the index of the first layer that covers it; -1 when none does.
  private let weakest: [Int32]

  init(_ layers: [Layer]) {
    var boundaries: [Int32] = []
    for layer in layers { layer.forEachStretch { boundaries += [$0, $1 + 1] } }
    boundaries.sort()
    var starts: [Int32] = []
    for day in boundaries where starts.last != day { starts.append(day) }
    self.starts = starts
    strongest = Self.paint(layers.indices.reversed(), of: layers, starts)
    weakest = Self.paint(layers.indices, of: layers, starts)
  }

  /// Gives each segment the first layer of an order that covers it.
  private static func paint(_ order: some Sequence<Int>, of layers: [Layer], _ starts: [Int32]) -> [Int32] {
    var painted = [Int32](repeating: -1, count: starts.count)
    // For each segment the next one, from itself on, that is not painted yet; shortened on the way.
    var next = Array(0...starts.count)
    func firstUnpainted(from segment: Int) -> Int {
      var found = segment
      while next[found] != found { found = next[found] }
      var walked = segment
      while next[walked] != found {
        let after = next[walked]
        next[walked] = found
        walked = after
      }
      return found
    }
    for index in order {
      layers[index].forEachStretch { first, last in
        var segment = firstUnpainted(from: Self.segment(of: first, in: starts) ?? 0)
        while segment < starts.count, starts[segment] <= last {
          painted[segment] = Int32(truncatingIfNeeded: index)
          next[segment] = segment + 1
          segment = firstUnpainted(from: segment)
        }
      }
    }
    return painted
  }

  /// The last segment that begins on this day or before it.
  private static func segment(of day: Int32, in starts: [Int32]) -> Int? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= day { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The index of the layer that decides a day; nil when no layer covers it.
  func deciding(_ day: Int32) -> Int? { layer(on: day, strongest) }

  /// The index of the weakest layer that covers a day; nil when none does.
  func weakest(_ day: Int32) -> Int? { layer(on: day, weakest) }

  private func layer(on day: Int32, _ painted: [Int32]) -> Int? {
    guard let segment = Self.segment(of: day, in: starts), painted[segment] >= 0 else { return nil }
    return Int(painted[segment])
  }

  /// The first day after this one at which a layer begins, or after which one ends.
  func nextBoundary(after day: Int32) -> Int32? {
    let next = Self.segment(of: day, in: starts).map { $0 + 1 } ?? 0
    return next < starts.count ? starts[next] : nil
  }

  /// The last day before this one with a boundary behind it.
  func lastBoundary(before day: Int32) -> Int32? { Self.segment(of: day, in: starts).map { starts[$0] - 1 } }
}

extension Layer {
  /// Hands over the stretches of days that this layer covers, each with one rule: first and last day.
  fileprivate func forEachStretch(_ body: (Int32, Int32) -> Void) {
    if case .days(let days) = rule {
      for date in days.dates { body(date.daysSinceEpoch, date.daysSinceEpoch) }
    } else {
      body((from ?? .first).daysSinceEpoch, (to ?? .last).daysSinceEpoch)
    }
  }
}
