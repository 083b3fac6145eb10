import AdapterTesting
import FeedKit

extension MappingProposal {
  /// Returns the columns that may be the name, the likeliest first.
  func names(in table: RecordTable) -> [RecordTable.Column] {
    let texts = table.columns.filter {
      !$0.isInArray && $0.depth > 0 && $0.depth <= 3 && $0.texts.count * 10 >= table.count * 9
        && $0.mostTexts { $0.utf8.count <= 100 && !$0.contains("://") && $0.contains(where: \.isLetter) && LocalDateTime($0) == nil }
    }
    func score(_ column: RecordTable.Column) -> Int {
      let key = column.lowerKey
      var score = key == "name" ? 12 : key == "title" ? 10 : key.hasSuffix("name") || key.hasPrefix("name") ? 9 : 0
      if column.has("short", "user", "nick", "file", "first", "last", "abbr", "category", "campus", "building") { score -= 6 }
      if key == "slug" || key.hasSuffix("id") || key.hasSuffix("type") || key == "label" { score -= 2 }
      // Distinct texts with spaces are names rather than kinds.
      score += Set(column.texts).count * 4 / max(1, column.texts.count)
      score += column.texts.contains { $0.contains(" ") } ? 2 : 0
      return score - 3 * (column.depth - 1)
    }
    return texts.enumerated().map { (column: $0.element, score: score($0.element), index: $0.offset) }
      .sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.column)
  }

  mutating func addID(in table: RecordTable, _ list: RecordList, _ name: RecordTable.Column?) {
    func rank(_ column: RecordTable.Column) -> Int? {
      let key = column.lowerKey
      let known = ["slug", "id", "_id", "uuid", "guid", "key", "code", "pk", "identifier"]
      if let index = known.firstIndex(of: key) { return index }
      return key.hasSuffix("_id") || column.key.hasSuffix("Id") || column.key.hasSuffix("ID") || key.hasSuffix("slug") ? 20 : nil
    }
    let candidates = table.columns.filter {
      $0.depth == 1 && !$0.isInArray && $0.scalars.count == table.count && Set($0.scalars).count == table.count
        && $0.scalars.allSatisfy { $0.utf8.count <= 100 && !$0.contains("://") } && rank($0) != nil
    }
    .enumerated().sorted { (rank($0.element) ?? 0, $0.offset) < (rank($1.element) ?? 0, $1.offset) }.map(\.element)
    let slug = name.map { JSONTree.of(("slug", .array([.string($0.pointer)]))) }
    if let best = candidates.first {
      let values = best.scalars
      let isPosition = table.count > 2 && (values == (0..<table.count).map(String.init) || values == (1...table.count).map(String.init))
      if !isPosition || list.isKeyed == false {
        add(
          "id", .string(best.pointer), isPosition ? .low : table.count > 1 ? .high : .medium,
          isPosition
            ? "\(best.key) is unique, but counts the records: check that it does not change when one is added"
            : "\(table.share(values.count)) have \(best.key), and all are different",
          others: candidates.dropFirst().prefix(3).map { .string($0.pointer) } + [slug].compactMap { $0 })
        return
      }
    }
    if list.isKeyed {
      add("id", .of(("key", .literal("true"))), .high, "the records are the members of an object, which have different keys")
      return
    }
    guard let name else { return }
    let others = table.columns.filter { $0.depth <= 2 && !$0.isInArray && $0.has("building", "address") && !$0.texts.isEmpty }
    let second = others.first
    let isUnique = Set(name.texts).count == table.count
    add(
      "id", .of(("slug", .array([.string(name.pointer)] + (second.map { [.string($0.pointer)] } ?? [])))), isUnique ? .medium : .low,
      "no member has a different value in every record, so the id is made of the name\(second.map { " and \($0.key)" } ?? "")",
      others: second == nil ? [] : [slug].compactMap { $0 })
  }
}
