import CampusCatalog

/// The differences between the dishes of two versions of a menu, in words.
///
/// Dishes are the same if they have the same name. If several have it, those that differ least are the same.
struct MenuComparison {
  /// "“Lasagna” replaces “Risotto”", "3 dishes added, 2 removed; the prices of 2 dishes have changed"; nil if both mean the same.
  let text: String?

  init(_ old: Menu, _ new: Menu) {
    let (from, to) = (ListedDish.all(of: old), ListedDish.all(of: new))
    let pairs = Self.pairs(from, to)
    let known = (old: Set(pairs.map(\.old)), new: Set(pairs.map(\.new)))
    func names(_ dishes: [ListedDish], _ known: Set<Int>) -> [String] {
      dishes.indices.filter { !known.contains($0) }.map { dishes[$0].dish.name }
    }
    var texts = [Self.text(added: names(to, known.new), removed: names(from, known.old))].compactMap(\.self)
    for aspect in Aspect.allCases {
      let changed = pairs.filter { !aspect.isSame(from[$0.old].dish, to[$0.new].dish) }.map { to[$0.new].dish.name }
      guard let first = changed.first else { continue }
      let dishes = changed.count == 1 ? EntryComparison.quote(first) : "\(changed.count) dishes"
      texts.append("the \(aspect.rawValue) of \(dishes) have changed")
    }
    let sections = Set(pairs.map { [from[$0.old].section, to[$0.new].section] })
    let isInOrder = zip(pairs, pairs.dropFirst()).allSatisfy { $0.new < $1.new }
    if old.sections.count == new.sections.count, isInOrder, sections.allSatisfy({ $0[0] == $0[1] }) {
      let kept = Set(sections.map { $0[0] }).sorted()
      texts += Self.renamed(kept.map { (old.sections[$0].name, new.sections[$0].name) })
    } else if texts.isEmpty {
      texts = ["the dishes are arranged differently"]
    }
    text = texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// What is stated about a dish. The raw value is the noun.
  private enum Aspect: String, CaseIterable {
    case allergens, diets, labels, notes, prices

    func isSame(_ old: Dish, _ new: Dish) -> Bool {
      switch self {
      case .allergens: old.allergens == new.allergens && old.allergensStated == new.allergensStated
      case .diets: old.diets == new.diets
      case .labels: Set(old.labels) == Set(new.labels)
      case .notes: old.notes == new.notes
      case .prices: Set(old.prices) == Set(new.prices)
      }
    }
  }

  /// A dish and the index of its section.
  private struct ListedDish {
    let dish: Dish
    let section: Int

    static func all(of menu: Menu) -> [ListedDish] {
      menu.sections.enumerated().flatMap { index, section in section.dishes.map { ListedDish(dish: $0, section: index) } }
    }

    /// The number of aspects that differ; of two equal ones, a dish of the same section is nearer.
    func distance(to other: ListedDish) -> Int {
      Aspect.allCases.count { !$0.isSame(dish, other.dish) } * 2 + (section == other.section ? 0 : 1)
    }
  }

  /// Returns the indices of the dishes that are the same, in the order of the old menu.
  private static func pairs(_ old: [ListedDish], _ new: [ListedDish]) -> [(old: Int, new: Int)] {
    let byName = Dictionary(grouping: new.indices) { new[$0].dish.name }
    let all = Dictionary(grouping: old.indices) { old[$0].dish.name }.flatMap { name, indices in
      let others = byName[name] ?? []
      if indices.count == 1, others.count == 1 { return [(old: indices[0], new: others[0])] }
      let candidates = indices.flatMap { index in others.map { (key: [old[index].distance(to: new[$0]), index, $0], old: index, new: $0) } }
      var used: (old: Set<Int>, new: Set<Int>) = ([], [])
      return candidates.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { candidate in
        guard !used.old.contains(candidate.old), !used.new.contains(candidate.new) else { return nil }
        used.old.insert(candidate.old)
        used.new.insert(candidate.new)
        return (candidate.old, candidate.new)
      }
    }
    return all.sorted { $0.old < $1.old }
  }

  private static func text(added: [String], removed: [String]) -> String? {
    switch (added.count, removed.count) {
    case (0, 0): nil
    case (1, 1): "\(EntryComparison.quote(added[0])) replaces \(EntryComparison.quote(removed[0]))"
    case (1, 0): "\(EntryComparison.quote(added[0])) added"
    case (0, 1): "\(EntryComparison.quote(removed[0])) removed"
    case (let count, 0): "\(count) dishes added"
    case (0, let count): "\(count) dishes removed"
    case (let count, let gone): "\(count.counted("dish", "dishes")) added, \(gone) removed"
    }
  }

  /// Returns what has changed in the names of sections that still have a dish.
  private static func renamed(_ names: [(old: String?, new: String?)]) -> [String] {
    let renamed = names.filter { $0.old != $0.new }
    guard renamed.count == 1 else { return renamed.isEmpty ? [] : ["\(renamed.count) sections renamed"] }
    return switch renamed[0] {
    case (let from?, let to?): ["section \(EntryComparison.quote(from)) renamed to \(EntryComparison.quote(to))"]
    case (nil, let to): ["a section is called \(EntryComparison.quote(to)) now"]
    case (let from, nil): ["section \(EntryComparison.quote(from)) no longer has a name"]
    }
  }
}
