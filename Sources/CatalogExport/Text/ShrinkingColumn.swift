import OpeningHours

/// A column of a table that may become narrower.
struct ShrinkingColumn {
  /// The index of the column in its table.
  let index: Int
  /// The current width, in terminal columns.
  var width: Int
  /// The width below which the column does not shrink.
  let least: Int
  /// The widths of its cells.
  let cells: [Int]

  /// A range of widths for which the same number of cells are truncated.
  private struct Stretch {
    /// How many cells are truncated.
    let cost: Int
    /// The index of its column in the list.
    let column: Int
    let lower: Int
    let upper: Int
  }

  /// Makes columns narrower by a total of `excess`, or as far as possible.
  ///
  /// The result is that of steps of one terminal column. Each step narrows the column in which it truncates the fewest cells; among equals
  /// the widest, then the first. Steps are counted instead of simulated because a cell may have millions of characters.
  static func shrink(_ columns: [ShrinkingColumn], by excess: Int) -> [ShrinkingColumn] {
    var columns = columns
    var excess = excess
    var stretches = columns.indices.flatMap { columns[$0].stretches(of: $0) }.sorted { $0.cost < $1.cost }[...]
    while excess > 0, let cost = stretches.first?.cost {
      let cheapest = Array(stretches.prefix { $0.cost == cost })
      stretches = stretches.dropFirst(cheapest.count)
      let available = cheapest.reduce(0) { $0 + $1.upper - $1.lower }
      if available <= excess {
        for stretch in cheapest { columns[stretch.column].width = stretch.lower }
        excess -= available
      } else {
        narrow(cheapest, by: excess, &columns)
        excess = 0
      }
    }
    return columns
  }

  /// Narrows the widest columns to a common width, found by binary search. What remains of `excess` narrows the first of them by one more.
  private static func narrow(_ stretches: [Stretch], by excess: Int, _ columns: inout [ShrinkingColumn]) {
    func taken(downTo level: Int) -> Int { stretches.reduce(0) { $0 + max(0, $1.upper - max($1.lower, level)) } }
    // The lowest common width that `excess` allows.
    let level = (0..<(stretches.map(\.upper).max() ?? 0)).partitioningIndex { taken(downTo: $0) <= excess }
    for stretch in stretches { columns[stretch.column].width = min(stretch.upper, max(stretch.lower, level)) }
    let isAble = stretches.filter { $0.lower < level && $0.upper >= level }.sorted { $0.column < $1.column }
    for stretch in isAble.prefix(excess - taken(downTo: level)) { columns[stretch.column].width -= 1 }
  }

  /// Splits the widths of the column, from the current one down to `least`, at the widths of its cells: each cell that is as wide as the
  /// column adds one to the cost of the next step.
  private func stretches(of column: Int) -> [Stretch] {
    var stretches: [Stretch] = []
    var upper = width
    let ends = cells.filter { $0 > least && $0 < width }.sorted(by: >) + [least]
    var cost = cells.count { $0 >= width }
    for end in ends {
      if end < upper { stretches.append(Stretch(cost: cost, column: column, lower: end, upper: upper)) }
      upper = min(upper, end)
      cost += 1
    }
    return stretches
  }
}
