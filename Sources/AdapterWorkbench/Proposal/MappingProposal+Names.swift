import FeedKit

extension MappingProposal {
  /// Returns the columns that may be the name, the likeliest first.
  func names(in table: RecordTable) -> [RecordTable.Column] {
    let texts = table.columns.filter {
      !$0.isInArray && !$0.isInHours && $0.depth > 0 && $0.depth <= Limit.textDepth && $0.texts.count.isAtLeast(.most, of: table.count)
        && $0.mostTexts {
          $0.utf8.count <= Length.name && !$0.contains("://") && $0.contains(where: \.isLetter) && LocalDateTime($0) == nil
            && WeekdayRange($0) == nil
        }
    }
    func score(_ column: RecordTable.Column) -> Int {
      var score = KeyHint.names.first(where: column.has)?.weight ?? 0
      for hint in [KeyHint.otherName, .code] where column.has(hint) { score += hint.weight }
      if column.has(.buildingName), table.columns.contains(where: { $0.pointer != column.pointer && $0.has(.nameOrTitle) }) {
        score += KeyHint.buildingName.weight
      }
      // Distinct texts with spaces are names rather than kinds.
      score += Set(column.texts).count * Weight.distinctNames / max(1, column.texts.count)
      if column.texts.contains(where: { $0.contains(" ") }) { score += Weight.spacedNames }
      return score + Weight.depth * (column.depth - 1)
    }
    return texts.enumerated().map { (column: $0.element, score: score($0.element), index: $0.offset) }
      .sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.column)
  }

  /// Returns the rule for the text of a column, which may be HTML, or HTML that is escaped as if it were text.
  func textRule(_ column: RecordTable.Column) -> JSONTree {
    guard column.texts.contains(where: Self.isHTML) else { return .string(column.pointer) }
    let html = JSONTree.of(("html", .string(column.pointer)))
    return column.texts.contains(where: Self.isEscapedHTML) ? .of(("html", html)) : html
  }

  /// Returns whether the text of an HTML fragment is itself HTML.
  private static func isEscapedHTML(_ text: String) -> Bool {
    var marks = 0
    return PlainText.html(text, removedMarks: &marks).map(isHTML) ?? false
  }

  mutating func addID(in table: RecordTable, _ list: RecordList, _ name: JSONTree, _ nameColumn: RecordTable.Column?) {
    if let shared {
      guard shared.key.pointer == shared.name.pointer else {
        return add("id", .string(shared.key.pointer), .medium, "\(shared.key.key) is the same in all records of a place")
      }
      return add("id", .of(("slug", .array([name]))), .low, "no member is the id of a place, so it is made from the name")
    }
    if list.isOne, let text = list.levels[0].split(separator: "/").last ?? Optional("place") {
      return add("id", .of(("text", .string(String(text)))), .medium, "the reply is one place, so its id is a constant")
    }
    let slug = JSONTree.of(("slug", .array([name])))
    let candidates = Self.ids(in: table)
    if let first = candidates.first, !(list.isKeyed && Self.counts(first, table)) {
      let best = candidates.first { !Self.counts($0, table) } ?? first
      let isPosition = Self.counts(best, table)
      let others = candidates.filter { $0.pointer != best.pointer }
      let isOwn = Self.rank(best).map { $0 < KeyHint.otherID.weight } ?? false
      add(
        "id", .string(best.pointer), isPosition ? .low : table.count > 1 && isOwn && best.pointer == first.pointer ? .high : .medium,
        isPosition
          ? "\(best.key) is unique, but counts the records: check that it does not change when one is added"
          : "\(table.share(best.scalars.count)) have \(best.key), and all are different",
        others: others.prefix(Limit.alternatives).map { .string($0.pointer) } + [slug])
      return
    }
    if list.isKeyed {
      add(
        "id", .of(("key", .literal("true"))), .high, "the records are the members of an object, which have different keys", others: [slug])
      return
    }
    if let (rule, column) = Self.tail(in: table) {
      add(
        "id", rule, .medium,
        "no member is an id, but \(column.key) ends with a different one in every record, as in \"\(column.texts[0])\"",
        others: [slug])
      return
    }
    let second = table.columns.first {
      $0.depth <= Limit.valueDepth && !$0.isElement && $0.has(.idPart) && !$0.texts.isEmpty && $0.pointer != nameColumn?.pointer
    }
    let isUnique = nameColumn.map { Set($0.texts).count == table.count } ?? false
    add(
      "id", .of(("slug", .array([name] + (second.map { [.string($0.pointer)] } ?? [])))), isUnique ? .medium : .low,
      "no member is an id, so it is made from the name\(second.map { " and \($0.key)" } ?? "")",
      others: second == nil ? [] : [slug])
  }

  /// Returns the columns that may be the id, the likeliest first.
  private static func ids(in table: RecordTable) -> [RecordTable.Column] {
    table.columns.filter {
      $0.depth == 1 && !$0.isInArray && !$0.isInHours && $0.scalars.count == table.count && Set($0.scalars).count == table.count
        && $0.scalars.allSatisfy { $0.utf8.count <= Length.name && !$0.contains("://") && !$0.hasPrefix("/") } && rank($0) != nil
    }.enumerated().sorted { (rank($0.element) ?? 0, $0.offset) < (rank($1.element) ?? 0, $1.offset) }.map(\.element)
  }

  /// Returns the rank of a key among keys of ids; nil if it is none.
  static func rank(_ column: RecordTable.Column) -> Int? {
    if let index = Hints.idKeys.firstIndex(of: column.lowerKey) { return index }
    if column.has(.suffixedID) { return column.has(.otherID) ? KeyHint.otherID.weight : KeyHint.suffixedID.weight }
    if column.has(.number), !column.has(.phoneNumber) { return KeyHint.number.weight }
    return column.has(.shortID) && column.key.utf8.count <= Length.shortID ? KeyHint.shortID.weight : nil
  }

  /// Returns whether values count the records.
  private static func counts(_ column: RecordTable.Column, _ table: RecordTable) -> Bool {
    let values = column.scalars
    return table.count >= Limit.countedRecords
      && (values == (0..<table.count).map(String.init) || values == (1...table.count).map(String.init))
  }

  /// Returns a rule for the ends of addresses if these are different in every record.
  private static func tail(in table: RecordTable) -> (rule: JSONTree, column: RecordTable.Column)? {
    for column in table.columns
    where column.depth <= Limit.valueDepth && !column.isElement && column.has(.address) {
      guard column.texts.count == table.count, column.texts.allSatisfy({ $0.contains("/") && $0.utf8.count <= Length.address }) else {
        continue
      }
      let tails = column.texts.compactMap { $0.split(separator: "/", omittingEmptySubsequences: false).last }
      guard Set(tails).count == table.count,
        tails.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Length.label && !$0.contains(where: "?#=&".contains) })
      else { continue }
      return (.of(("after", .string("/")), ("of", .string(column.pointer))), column)
    }
    return nil
  }
}
