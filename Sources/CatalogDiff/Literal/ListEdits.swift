/// The edits that turn one list into another: first removals, from the end, then insertions and replacements, from the beginning.
///
/// After the removals, the list has only the objects that stay, in their new order. A step at an index finds everything before that index
/// complete, so each index is right at the time of its edit.
struct ListEdits {
  /// Indices in the old list, descending.
  let removals: [Int]
  /// Insertions and replacements, by ascending index in the new list.
  let steps: [Step]

  enum Step {
    /// Adds an object before the one at the index.
    case insert(at: Int, [UInt8])
    /// Replaces an object by another with the same id.
    case replace(at: Int, old: [UInt8], new: [UInt8])

    var index: Int {
      switch self {
      case .insert(let index, _), .replace(let index, _, _): index
      }
    }
  }

  /// Makes the edits for the entries of two catalogs. An entry that has moved is removed and inserted again.
  init(entriesOf comparison: CatalogComparison) {
    let moved = Set(comparison.moves.map(\.new))
    var removals = comparison.moves.map(\.old)
    var steps = comparison.moves.map { Step.insert(at: $0.new, $0.line) }
    for difference in comparison.differences {
      switch (difference.old, difference.new) {
      case (let old?, nil): removals.append(old.index)
      case (nil, let new?): steps.append(.insert(at: new.index, new.line))
      case (let old?, let new?) where !moved.contains(new.index): steps.append(.replace(at: new.index, old: old.line, new: new.line))
      default: continue
      }
    }
    self.removals = removals.sorted(by: >)
    self.steps = steps.sorted { $0.index < $1.index }
  }

  /// Makes the edits for two lists of objects with ids; nil if an object has no id, or two have the same.
  init?(_ old: [[UInt8]], _ new: [[UInt8]]) {
    guard let oldIndices = Self.indices(old), let newIndices = Self.indices(new) else { return nil }
    let common = newIndices.compactMap { id, index in oldIndices[id].map { (old: $0, new: index) } }
    let moved = Set(MinimalMoves.moved(common).map(\.new))
    let stays = Dictionary(uniqueKeysWithValues: common.filter { !moved.contains($0.new) }.map { ($0.new, $0.old) })
    let kept = Set(stays.values)
    removals = old.indices.filter { !kept.contains($0) }.reversed()
    steps = new.indices.compactMap { index in
      guard let from = stays[index] else { return .insert(at: index, new[index]) }
      return old[from] == new[index] ? nil : .replace(at: index, old: old[from], new: new[index])
    }
  }

  /// Returns the index of each object, by id.
  private static func indices(_ list: [[UInt8]]) -> [[UInt8]: Int]? {
    var indices: [[UInt8]: Int] = [:]
    for (index, line) in list.enumerated() {
      guard let id = CanonicalJSON.id(of: line), indices.updateValue(index, forKey: id) == nil else { return nil }
    }
    return indices
  }
}
