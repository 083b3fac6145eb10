import FeedKit

// The conditions in rows of hours beside their times.
extension HoursProposal {
  /// Returns the column with the names of services, such as meals.
  static func label(in table: RecordTable, but used: Set<String>) -> RecordTable.Column? {
    let texts = table.columns.filter {
      $0.depth == 1 && !$0.isElement && !used.contains($0.pointer) && !$0.isTechnical && !$0.texts.isEmpty
        && $0.texts.allSatisfy { $0.utf8.count <= Length.serviceLabel }
        && !$0.mostTexts { LocalDateTime($0) != nil || LocalDate($0) != nil }
    }
    for hint in KeyHint.serviceLabels {
      if let found = texts.first(where: { $0.has(hint) }) { return found }
    }
    return texts.first { $0.has(.serviceType) && Set($0.texts).count > 1 }
  }

  /// Returns the rule for the labels of services: their names, and messages that are about one service.
  static func labelRule(_ label: RecordTable.Column?, in table: RecordTable) -> JSONTree? {
    let message = table.columns.first {
      $0.depth == 1 && !$0.isElement && $0.has(.message) && $0.pointer != label?.pointer
        && $0.texts.contains { $0.contains(where: \.isWhitespace) }
    }
    let columns = [label, message].compactMap { $0.map { JSONTree.string($0.pointer) } }
    return columns.count < 2 ? columns.first : .of(("join", .array(columns)), ("with", .string(": ")))
  }

  /// A condition for services that are labeled as closed.
  static func closedLabels(_ label: RecordTable.Column) -> JSONTree? {
    let closed = Set(label.texts.filter { text in text.lowercased().split { !$0.isLetter }.contains { $0 == Hints.closed } }).sorted()
    return closed.isEmpty ? nil : .of(("at", .string(label.pointer)), ("is", .array(closed.prefix(Limit.closedLabels).map { .string($0) })))
  }

  /// A text that says "closed" for dates without services: other dates without services are unknown.
  static func status(in table: RecordTable) -> JSONTree? {
    guard
      let column = table.columns.first(where: {
        $0.depth <= Limit.valueDepth && !$0.isElement && $0.has(.openOrClosed) && $0.texts.contains { $0.lowercased() == Hints.closed }
      })
    else { return nil }
    let closed = Set(column.texts.filter { $0.lowercased() == Hints.closed }).sorted()
    return .of(
      ("at", .string(column.pointer)), ("isNot", .array(closed.map { .string($0) } + [.string(""), .literal("null")])))
  }

  /// A condition for rows that are open around the clock: a flag, or a text such as "24hours".
  static func always(in table: RecordTable) -> JSONTree? {
    if let flag = table.columns.first(where: { $0.depth <= Limit.valueDepth && !$0.isElement && $0.trues > 0 && $0.has(.always) }) {
      return .of(("at", .string(flag.pointer)))
    }
    for column in table.columns where column.depth <= Limit.valueDepth && !column.isElement {
      let found = Set(column.texts.filter { Hints.alwaysTexts.contains($0.lowercased().filter { $0 != " " }) })
      if let text = found.first, found.count == 1 { return .of(("at", .string(column.pointer)), ("is", .string(text))) }
    }
    return nil
  }
}
