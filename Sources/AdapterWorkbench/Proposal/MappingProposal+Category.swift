import FeedKit

extension MappingProposal {
  /// - Parameters:
  ///   - name: the rule for the name.
  ///   - texts: the names.
  mutating func addCategory(in table: RecordTable, _ name: JSONTree, _ texts: [String], _ list: RecordList) {
    let usual = Self.usualCategory(table.columns.map(\.lowerKey) + list.levels.map { $0.lowercased() })
    let isFood = usual?.category == "restaurant"
    let fallback = JSONTree.string(usual?.category ?? "other")
    let because = usual.map { "; the keys are about \($0.about)" } ?? ""
    func category(of label: String) -> String? {
      switch (label.lowercased(), isFood) {
      // A retail place to eat is not a shop, and a residential building is not a dining hall.
      case ("retail", true), ("residential", false): nil
      default: CategoryWords.category(of: label)
      }
    }
    let words = Self.words(of: texts)
    let names = words.map { JSONTree.of(("words", $0), ("of", name), ("else", fallback)) }
    let labels = Self.labels(in: table) { category(of: $0) != nil }.filter { !used.contains($0.pointer) }
    let rated = labels.map { label in (label: label, known: label.texts.count { category(of: $0) != nil }) }
    if !rated.contains(where: { $0.known > 0 }), addCategory(ofGroups: list, else: names ?? fallback, category(of:)) { return }
    guard let best = rated.filter({ $0.known > 0 }).max(by: { $0.known < $1.known }) else {
      if let names {
        let known = texts.count { CategoryWords.category(of: $0) != nil }
        add(
          "category", names, .medium,
          "no member is a category, but \(known.counted("name")) \(known == 1 ? "has" : "have") a word for one\(because)")
      } else {
        add(
          "category", fallback, .low, "no member is a category\(because)",
          others: Hints.usualCategories.map { .string($0) })
      }
      if let label = labels.first(where: { Set($0.texts).count > 1 }) { addLabel(label, .medium) }
      return
    }
    let label = best.label
    let values = Set(label.texts).sorted()
    let known = values.compactMap { value in category(of: value).map { (key: value, value: JSONTree.string($0)) } }
    let isComplete =
      known.count == values.count && (values.count > 1 || table.count == 1) && label.texts.count.isAtLeast(.most, of: table.count)
    let rest = values.filter { category(of: $0) == nil }.prefix(Limit.shownValues).map { "\"\($0)\"" }.joined(separator: ", ")
    let entries: (String, JSONTree?) = ("table", .object(known))
    let rule: JSONTree
    if known.count < values.count, let names {
      rule = .array([.of(entries, ("of", .string(label.pointer))), names])
    } else {
      rule = .of(entries, ("of", .string(label.pointer)), ("else", fallback))
    }
    add(
      "category", rule, isComplete ? .high : .medium,
      "\(label.key) has \(values.count.counted("value")), of which \(known.count) \(known.count == 1 ? "is" : "are") known"
        + (rest.isEmpty ? "" : "; the others, such as \(rest), need a line in the table"))
    addLabel(label, .high)
  }

  /// Adds the category that the groups of the records have. Returns whether it is known.
  private mutating func addCategory(ofGroups list: RecordList, else other: JSONTree, _ category: (String) -> String?) -> Bool {
    guard let (rule, values) = list.groupNames else { return false }
    let known = values.compactMap { value in category(value).map { (key: value, value: JSONTree.string($0)) } }
    guard known.count.isAtLeast(.half, of: values.count) else { return false }
    let table = { (last: JSONTree?) in JSONTree.of(("table", .object(known)), ("of", rule), ("else", last)) }
    if case .string = other {
      add("category", table(other), .medium, "\(known.count) of \(values.count) groups have a known category, such as \"\(known[0].key)\"")
    } else {
      add(
        "category", .array([table(nil), other]), .medium,
        "\(known.count) of \(values.count) groups have a known category, such as \"\(known[0].key)\"")
    }
    add("categoryLabel", rule, .medium, "the groups are called \"\(values[0])\" and so on")
    return true
  }

  private mutating func addLabel(_ label: RecordTable.Column, _ confidence: Confidence) {
    add("categoryLabel", textRule(label), confidence, "\(label.pointer) has the name of the category in the feed")
    used.insert(label.pointer)
  }

  /// Returns the columns that may be a category. There are fewer categories than records, or most of them are known.
  private static func labels(in table: RecordTable, _ isKnown: (String) -> Bool) -> [RecordTable.Column] {
    return table.columns.filter { column in
      guard column.depth <= Limit.textDepth, !column.texts.isEmpty, !column.isInHours, !column.isTechnical,
        !KeyHint.menu.matches(column.pointer), table["\(column.parent)/coordinates"] == nil
      else { return false }
      guard column.has(.category) || KeyHint.category.matches(column.parent) && column.has(.caption) else { return false }
      guard !column.isElement || column.texts.count.isAtLeast(.half, of: table.count), !column.has(.reference) else { return false }
      let values = Set(column.texts)
      return column.texts.allSatisfy { $0.utf8.count <= Length.label && !$0.contains("://") && LocalDateTime($0) == nil }
        && values.count <= Limit.categories
        && (values.count == 1 || values.count < column.texts.count || table.count <= Limit.fewRecords
          || column.texts.count(where: isKnown).isAtLeast(.half, of: table.count))
    }
  }

  /// Returns the words in names for categories, as a rule; nil if there are none.
  private static func words(of names: [String]) -> JSONTree? {
    let found = Hints.categoryWords.compactMap { category, words -> (key: String, value: JSONTree)? in
      let seen = CategoryWords.words(of: words, in: names)
      return seen.isEmpty ? nil : (category, seen.count == 1 ? .string(seen[0]) : .array(seen.map { .string($0) }))
    }
    return found.isEmpty ? nil : .object(found)
  }

  /// Returns the category of most places, judging by the keys of a reply.
  private static func usualCategory(_ keys: [String]) -> (category: String, about: String)? {
    Hints.subjects.first { keys.contains(where: $0.keys.matches) }.map { ($0.category, $0.about) }
  }
}
