import FeedKit

extension MappingProposal {
  /// Proposes which records to leave out: records that are marked as deleted, hidden or tests.
  mutating func addSkip(in table: RecordTable) {
    let columns = table.columns.filter {
      $0.depth > 0 && $0.depth <= Limit.valueDepth && !$0.isElement && !$0.isInHours || $0.depth == 1 && $0.has(.status)
    }
    var conditions: [JSONTree] = []
    var reasons: [String] = []
    for column in columns {
      let words = column.words.filter { $0 != "is" }
      if words.count == 1, Hints.hidden.contains(words[0]), let values = column.switchValues {
        conditions.append(values.isFlag ? .of(("at", .string(column.pointer))) : .of(("at", .string(column.pointer)), ("is", values.on)))
        reasons.append("\(column.key) says that a record is not for show")
      } else if words.count == 1, Hints.shown.contains(words[0]), let values = column.switchValues {
        conditions.append(.of(("at", .string(column.pointer)), ("is", values.off)))
        reasons.append("\(column.key) says whether a record is for show")
      } else if column.has(.visibility) {
        let marked = Set(column.texts.filter { Hints.hiddenStates.contains($0.lowercased()) }).sorted()
        guard !marked.isEmpty, marked.count < Set(column.texts).count else { continue }
        conditions.append(.of(("at", .string(column.pointer)), ("is", .array(marked.map { .string($0) }))))
        reasons.append("\(column.key) is \(marked.map { "\"\($0)\"" }.joined(separator: " or ")) in some records")
      }
    }
    guard !conditions.isEmpty, conditions.count <= Limit.conditions else { return }
    add("skip", conditions.count == 1 ? conditions[0] : .array(conditions), .medium, reasons.joined(separator: "; "))
  }
}

extension RecordTable.Column {
  /// The values that mean true and false; nil if the column has others. Flags are true and false themselves.
  fileprivate var switchValues: (isFlag: Bool, on: JSONTree, off: JSONTree)? {
    if flags > 0, texts.isEmpty, numbers.isEmpty { return (true, .literal("true"), .literal("false")) }
    guard flags == 0, let first = scalars.first else { return nil }
    for pair in Hints.switches where pair.contains(first.lowercased()) {
      guard scalars.allSatisfy({ pair.contains($0.lowercased()) }) else { return nil }
      return (false, numbers.isEmpty ? .string(pair[1]) : .literal(pair[1]), numbers.isEmpty ? .string(pair[0]) : .literal(pair[0]))
    }
    return nil
  }
}
