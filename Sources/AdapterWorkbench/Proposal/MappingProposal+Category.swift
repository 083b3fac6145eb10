import AdapterTesting
import FeedKit

extension MappingProposal {
  mutating func addCategory(in table: RecordTable, _ name: RecordTable.Column, _ list: RecordList) {
    let isFood =
      (table.columns.map(\.lowerKey) + list.levels.map { $0.lowercased() }).contains { key in
        ["dining", "eater", "food", "menu", "meal", "daypart", "restaurant", "cafe"].contains(where: key.contains)
      }
    let fallback = JSONTree.string(isFood ? "restaurant" : "other")
    let columns = table.columns.filter {
      $0.depth <= 3 && !$0.texts.isEmpty && $0.pointer != name.pointer && $0.texts.allSatisfy { $0.utf8.count <= 60 }
        && ($0.has("category", "type", "kind", "classif")
          || ["category", "type", "kind", "classif"].contains(where: $0.parent.lowercased().contains) && $0.has("name", "descr", "label"))
        && LocalDateTime($0.texts[0]) == nil
    }
    let label = columns.first { column in
      let values = Set(column.texts)
      return values.count <= 40 && (values.count > 1 || table.count == 1)
        && values.contains { CategoryWords.category(of: $0) != nil }
    }
    let words = { (texts: [String]) -> JSONTree in
      let found = CategoryWords.all.compactMap { category, words -> (key: String, value: JSONTree)? in
        let seen = words.filter { word in texts.contains { $0.lowercased().contains(word) } }
        return seen.isEmpty ? nil : (category, seen.count == 1 ? .string(seen[0]) : .array(seen.map { .string($0) }))
      }
      return .object(found)
    }
    if let label {
      let values = Set(label.texts).sorted()
      let known = values.compactMap { value in CategoryWords.category(of: value).map { (key: value, value: JSONTree.string($0)) } }
      let isComplete = known.count == values.count && label.texts.count * 10 >= table.count * 9
      let rest = values.filter { CategoryWords.category(of: $0) == nil }.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      add(
        "category", .of(("table", .object(known)), ("of", .string(label.pointer)), ("else", fallback)), isComplete ? .high : .medium,
        "\(label.key) has \(values.count.counted("value", "values")), of which \(known.count) are known"
          + (rest.isEmpty ? "" : "; the others, such as \(rest), need a line in the table"))
      add("categoryLabel", .string(label.pointer), .high, "\(label.pointer) is what the feed calls the category")
      used.insert(label.pointer)
      return
    }
    let rule = words(name.texts)
    if case .object(let found) = rule, !found.isEmpty {
      add(
        "category", .of(("words", rule), ("of", .string(name.pointer)), ("else", fallback)), .medium,
        "no member is a category, but \(name.texts.count { CategoryWords.category(of: $0) != nil }) names have a word that says it")
    } else {
      add(
        "category", fallback, .low, "no member is a category\(isFood ? ", but the keys are about food" : "")",
        others: ["cafe", "dining-hall", "library", "gym", "retail", "service"].map { .string($0) })
    }
  }
}
