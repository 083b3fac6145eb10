import CampusCatalog
import CatalogQuery
import OpeningHours

/// The differences between the dishes of two versions of a menu, in words.
///
/// Dishes are the same if they have the same name. If several have it, those that differ least are the same.
struct MenuComparison {
  /// "“Lasagna” replaces “Risotto”", "3 dishes added, 2 removed; the prices of 2 dishes have changed", "“Lasagna” now states milk"; nil if both
  /// mean the same.
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
      let changed = pairs.map { (old: from[$0.old].dish, new: to[$0.new].dish) }.filter { !aspect.isSame($0.old, $0.new) }
      if !changed.isEmpty { texts.append(Self.text(of: aspect, changed)) }
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

    /// Returns what is stated of a dish now, and no longer, after its name: "now states milk and no longer states egg", "is now stated to be
    /// vegan"; nil for aspects that need no words.
    func statement(_ old: Dish, _ new: Dish) -> String? {
      switch self {
      case .allergens: Self.list(Self.allergens(old, new), "and")
      case .diets: Self.list(Self.diets(old, new), "and")
      case .labels, .notes, .prices: nil
      }
    }

    private static func allergens(_ old: Dish, _ new: Dish) -> [String] {
      let codes = Set(new.allergens.map(\.code))
      let added = new.allergens.filter { !old.allergens.contains($0) }
      // An allergen that has a detail now is still stated.
      let gone = old.allergens.filter { !new.allergens.contains($0) && !($0.detail == nil && codes.contains($0.code)) }
      var texts: [String] = []
      if !added.isEmpty { texts.append("now states \(list(added, "and"))") }
      if !gone.isEmpty { texts.append("no longer states \(list(gone, "or"))") }
      switch (old.allergensStated, new.allergensStated) {
      case (true, false): texts.append("no longer states all its allergens")
      case (false, true) where new.allergens.isEmpty: texts.append("now states that it has none of the allergens that its feed knows")
      case (false, true) where added.isEmpty: texts.append("now states all its allergens")
      default: break
      }
      return texts
    }

    private static func diets(_ old: Dish, _ new: Dish) -> [String] {
      func list(_ diets: [Diet], _ last: String) -> String { Self.list(diets.map { $0.text(in: .english) }, last) }
      let (added, gone) = (new.diets.filter { !old.diets.contains($0) }, old.diets.filter { !new.isSuitable(for: $0) })
      return (added.isEmpty ? [] : ["is now stated to be \(list(added, "and"))"])
        + (gone.isEmpty ? [] : ["is no longer stated to be \(list(gone, "or"))"])
    }

    static func list(_ allergens: [Allergen], _ last: String) -> String { list(allergens.map { $0.text(in: .english) }, last) }

    /// Returns "a", "a and b", or "a, b and c".
    private static func list(_ texts: [String], _ last: String) -> String {
      texts.count < 2 ? texts.joined() : "\(texts.dropLast().joined(separator: ", ")) \(last) \(texts[texts.count - 1])"
    }
  }

  // MARK: - Allergens and diets

  /// How many dishes are named of which allergens or diets have changed.
  private static let mostNamed = 3

  /// Returns that an aspect of dishes has changed, and how, if people rely on it.
  private static func text(of aspect: Aspect, _ changed: [(old: Dish, new: Dish)]) -> String {
    let statements = changed.prefix(mostNamed).compactMap { old, new in
      aspect.statement(old, new).map { "\(EntryComparison.quote(new.name)) \($0)" }
    }
    if changed.count == 1 {
      return statements.first ?? "the \(aspect.rawValue) of \(EntryComparison.quote(changed[0].new.name)) have changed"
    }
    let text = "the \(aspect.rawValue) of \(changed.count) dishes have changed"
    let more = changed.count - statements.count
    return statements.isEmpty ? text : "\(text) (\((statements + (more > 0 ? ["\(more) more"] : [])).joined(separator: "; ")))"
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
