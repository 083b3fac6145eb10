/// An index that finds the layer that decides a service day, for schedules with many layers.
///
/// The boundaries of the layers divide time into segments. All days of a segment are covered by the same layers. For n boundaries, the
/// index is built in O(n log n) and a lookup takes O(log n), instead of O(n) without it.
final class LayerIndex: Sendable {
  /// Schedules with fewer layers are not indexed.
  static let minimumLayers = 32

  /// The first day of each segment, ascending. No layer covers a day before the first segment.
  private let starts: [Int32]
  /// For each segment, the index of the last layer that covers it; -1 if there is none.
  private let strongest: [Int32]
  /// For each segment, the index of the first layer that covers it; -1 if there is none.
  private let weakest: [Int32]

  init(_ layers: [Layer]) {
    var boundaries: [Int32] = []
    for layer in layers { layer.forEachRange { boundaries += [$0, $1 + 1] } }
    boundaries.sort()
    var starts: [Int32] = []
    for day in boundaries where starts.last != day { starts.append(day) }
    self.starts = starts
    strongest = Self.paint(layers.indices.reversed(), of: layers, starts)
    weakest = Self.paint(layers.indices, of: layers, starts)
  }

  /// Returns, for each segment, the first layer in the given order that covers it.
  private static func paint(_ order: some Sequence<Int>, of layers: [Layer], _ starts: [Int32]) -> [Int32] {
    var painted = [Int32](repeating: -1, count: starts.count)
    // For each segment, the next one that is not painted yet, starting with itself (union-find with path halving).
    var next = Array(0...starts.count)
    func firstUnpainted(from segment: Int) -> Int {
      var found = segment
      while next[found] != found {
        next[found] = next[next[found]]
        found = next[found]
      }
      return found
    }
    for index in order {
      layers[index].forEachRange { first, last in
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

  /// Returns the last segment that begins on or before this day.
  private static func segment(of day: Int32, in starts: [Int32]) -> Int? {
    let next = starts.partitioningIndex { $0 > day }
    return next > 0 ? next - 1 : nil
  }

  /// Returns the index of the layer that decides a day; nil if no layer covers it.
  func deciding(_ day: Int32) -> Int? { layer(on: day, strongest) }

  /// Returns the index of the weakest layer that covers a day; nil if there is none.
  func weakest(_ day: Int32) -> Int? { layer(on: day, weakest) }

  private func layer(on day: Int32, _ painted: [Int32]) -> Int? {
    guard let segment = Self.segment(of: day, in: starts), painted[segment] >= 0 else { return nil }
    return Int(painted[segment])
  }

  /// Returns the first day after this one that begins a segment.
  func nextBoundary(after day: Int32) -> Int32? {
    let next = Self.segment(of: day, in: starts).map { $0 + 1 } ?? 0
    return next < starts.count ? starts[next] : nil
  }

  /// Returns the last day before this one that ends a segment.
  func lastBoundary(before day: Int32) -> Int32? { Self.segment(of: day, in: starts).map { starts[$0] - 1 } }
}

extension Layer {
  /// Calls `body` with the first and last day of each range of days that the layer covers.
  fileprivate func forEachRange(_ body: (Int32, Int32) -> Void) {
    if case .days(let days) = rule {
      for date in days.dates { body(date.daysSinceEpoch, date.daysSinceEpoch) }
    } else {
      body((from ?? .first).daysSinceEpoch, (to ?? .last).daysSinceEpoch)
    }
  }
}
