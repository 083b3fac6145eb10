import CampusCatalog

/// The differences between the dishes of two versions of a menu, in words. Dishes are the same if they have the same name.
struct MenuComparison {
  /// "“Lasagna” replaces “Risotto”", "3 dishes added, 2 removed; the prices of 2 dishes have changed".
  let text: String

  init(_ old: Menu, _ new: Menu) {
    var rest = Dictionary(grouping: old.dishes, by: \.name)
    var added: [Dish] = []
    var pairs: [(old: Dish, new: Dish)] = []
    for dish in new.dishes {
      if let known = rest[dish.name]?.first {
        rest[dish.name]?.removeFirst()
        pairs.append((known, dish))
      } else {
        added.append(dish)
      }
    }
    let removed = rest.values.flatMap(\.self)
    var texts = [Self.text(added: added.map(\.name), removed: removed.map(\.name))].compactMap(\.self)
    func compare(_ noun: String, _ isSame: (Dish, Dish) -> Bool) {
      let changed = pairs.filter { !isSame($0.old, $0.new) }.map(\.new.name)
      guard let first = changed.first else { return }
      let dishes = changed.count == 1 ? EntryComparison.quote(first) : "\(changed.count) dishes"
      texts.append("the \(noun) of \(dishes) have changed")
    }
    compare("allergens") { $0.allergens == $1.allergens && $0.allergensStated == $1.allergensStated }
    compare("diets") { $0.diets == $1.diets }
    compare("labels") { $0.labels == $1.labels }
    compare("notes") { $0.notes == $1.notes }
    compare("prices") { $0.prices == $1.prices }
    text = texts.isEmpty ? "the dishes are arranged differently" : texts.joined(separator: "; ")
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
}
