/// How one list becomes another: first removals, from the end, then insertions and replacements, from the beginning.
struct ListEdits {
  /// Places in the old list, descending.
  let removals: [Int]
  /// By places in the new list, ascending.
  let steps: [Step]

  enum Step {
    case insert(at: Int, [UInt8])
    case replace(at: Int, old: [UInt8], new: [UInt8])

    var place: Int {
      switch self {
      case .insert(let place, _), .replace(let place, _, _): place
      }
    }
  }

  /// The edits of a catalog's entries.
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
    self.steps = steps.sorted { $0.place < $1.place }
  }

  /// The edits of a list of objects that have ids; nil when an element has none, or two have the same.
  init?(_ old: [[UInt8]], _ new: [[UInt8]]) {
    guard let oldPlaces = Self.places(old), let newPlaces = Self.places(new) else { return nil }
    let common = newPlaces.compactMap { id, place in oldPlaces[id].map { (old: $0, new: place) } }
    let moved = Set(EntryOrder.moved(common).map(\.new))
    let stays = Dictionary(uniqueKeysWithValues: common.filter { !moved.contains($0.new) }.map { ($0.new, $0.old) })
    let kept = Set(stays.values)
    removals = old.indices.filter { !kept.contains($0) }.reversed()
    steps = new.indices.compactMap { place in
      guard let from = stays[place] else { return .insert(at: place, new[place]) }
      return old[from] == new[place] ? nil : .replace(at: place, old: old[from], new: new[place])
    }
  }

  private static func places(_ list: [[UInt8]]) -> [[UInt8]: Int]? {
    var places: [[UInt8]: Int] = [:]
    for (index, line) in list.enumerated() {
      guard let id = CanonicalJSON.id(of: line), places.updateValue(index, forKey: id) == nil else { return nil }
    }
    return places
  }
}
