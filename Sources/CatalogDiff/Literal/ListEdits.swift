/// The edits that turn one list into another: first removals, from the end, then insertions and replacements, from the beginning.
///
/// After the removals, the list has only the objects that stay, in their new order. A step at an index finds everything before that index
/// complete, so each index is right at the time of its edit.
struct ListEdits {
  /// Indices in the old list, descending.
  let removals: [Int]
  /// Insertions and replacements, by ascending index in the new list.
  let steps: [Step]

  struct Step {
    let index: Int
    /// The object that is replaced by one with the same id; nil to insert an object before the one at the index.
    let old: [UInt8]?
    let new: [UInt8]
  }

  /// Makes the edits for the entries of two catalogs. An entry that has moved is removed and inserted again.
  init(entriesOf comparison: CatalogComparison) {
    let moved = Set(comparison.moves.map(\.new))
    var removals = comparison.moves.map(\.old)
    var steps = comparison.moves.map { Step(index: $0.new, old: nil, new: $0.line) }
    for difference in comparison.differences {
      switch (difference.old, difference.new) {
      case (let old?, nil): removals.append(old.index)
      case (nil, let new?): steps.append(Step(index: new.index, old: nil, new: new.line))
      case (let old?, let new?) where !moved.contains(new.index):
        steps.append(Step(index: new.index, old: old.line, new: new.line))
      default: continue
      }
    }
    self.removals = removals.sorted(by: >)
    self.steps = steps.sorted { $0.index < $1.index }
  }

  /// Makes the edits for two lists of objects with ids; nil if an object has no id, or two have the same.
  init?(_ old: [[UInt8]], _ new: [[UInt8]]) {
    guard let oldIndices = CanonicalJSON.indicesByID(old), let newIndices = CanonicalJSON.indicesByID(new) else { return nil }
    let common = newIndices.compactMap { id, index in oldIndices[id].map { (old: $0, new: index) } }
    let moved = Set(Self.moved(common).map(\.new))
    let stays = Dictionary(uniqueKeysWithValues: common.filter { !moved.contains($0.new) }.map { ($0.new, $0.old) })
    let kept = Set(stays.values)
    removals = old.indices.filter { !kept.contains($0) }.reversed()
    steps = new.indices.compactMap { index in
      let before = stays[index].map { old[$0] }
      return before == new[index] ? nil : Step(index: index, old: before, new: new[index])
    }
  }

  /// Returns the smallest set of moves that brings a list into another order.
  ///
  /// The entries that stay have the same order in both lists, so their old indices ascend: the longest ascending subsequence leaves the
  /// fewest to move. To bring a, b, c into the order c, a, b, only c moves. Found by patience sorting, in O(n log n).
  ///
  /// - Parameter pairs: the indices of each common entry in both lists, in any order.
  /// - Returns: the pairs to move, sorted by their new indices.
  static func moved(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    let pairs = pairs.sorted { $0.new < $1.new }
    // The smallest last element of an ascending subsequence of each length, by its index in `pairs`, and the predecessor of each element.
    var lasts: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      let length = lasts.partitioningIndex { pairs[$0].old >= pairs[index].old }
      before[index] = length > 0 ? lasts[length - 1] : nil
      if length < lasts.count { lasts[length] = index } else { lasts.append(index) }
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
