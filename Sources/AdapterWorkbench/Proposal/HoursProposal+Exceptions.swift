import FeedKit

// Days on which the usual hours do not apply: closures, holidays, and special openings.
extension HoursProposal {
  /// Adds lists of closures, or of other hours on some dates.
  mutating func findExceptions(in table: RecordTable) {
    var isRead = false
    for column in table.columns where column.depth > 0 && column.has(.exceptions) && !column.isInArray {
      let rows = RecordTable(column.arrays.flatMap { $0 }.filter(\.isObject))
      let isByDate = column.objects.contains { !$0.isEmpty && $0.allSatisfy { LocalDate($0.key) != nil } }
      guard rows.count > 0 || isByDate else { continue }
      if isRead || !add(rows, at: column, of: table) {
        noteUnread(column)
      } else {
        isRead = true
      }
    }
  }

  private mutating func add(_ rows: RecordTable, at column: RecordTable.Column, of table: RecordTable) -> Bool {
    var other = self
    other.findRows(in: column, of: table)
    let isNew = other.members.count > members.count
    let week = members.first { $0.key == "week" }?.value.text == other.members.first { $0.key == "week" }?.value.text
    if isNew, week, other.has("specials") && !has("specials") {
      self = other
      return true
    }
    if let (rule, reason, isWhole) = Self.closures(in: rows, at: column), !has("specials") {
      add("specials", rule, isWhole ? .medium : .low, "\(column.pointer) has times when places are closed (\(reason))")
      return true
    }
    guard isNew, week else { return addDates(rows, at: column) }
    self = other
    return true
  }

  /// Returns the rule for rows with a beginning and an end, but no openings.
  private static func closures(
    in rows: RecordTable, at column: RecordTable.Column
  ) -> (rule: JSONTree, reason: String, isWhole: Bool)? {
    guard let validity = RowDays.validity(in: rows, used: []), let start = validity.from.string.flatMap({ rows[$0] }),
      let end = validity.to.string.flatMap({ rows[$0] }), !start.has(.opening)
    else { return nil }
    func seconds(_ column: RecordTable.Column) -> [Int] { column.texts.compactMap { LocalDateTime($0).map { Int($0.time.seconds) } } }
    // An end in the night belongs to the day before.
    let isOfNights = seconds(end).contains { 0 < $0 && $0 < 6 * 3600 }
    let to: JSONTree = isOfNights ? .of(("date", validity.to), ("nights", .literal("true"))) : validity.to
    let isWhole = seconds(start).allSatisfy { $0 == 0 } && seconds(end).allSatisfy { $0 < 6 * 3600 || $0 >= 18 * 3600 }
    let rule = JSONTree.of(
      ("each", each(column)), ("name", name(in: rows).map { .string($0.pointer) }), ("from", validity.from), ("to", to))
    return (rule, "\(start.key) \"\(start.texts[0])\"" + (isWhole ? "" : "; parts of days are read as whole days"), isWhole)
  }

  /// The name of a closure: "Founders Day".
  private static func name(in rows: RecordTable) -> RecordTable.Column? {
    rows.columns.first { $0.depth == 1 && !$0.isElement && $0.has(.closureName) && !$0.texts.isEmpty }
  }

  /// Adds rows with a date and without times.
  private mutating func addDates(_ rows: RecordTable, at column: RecordTable.Column) -> Bool {
    // Some of the rows may be of days on which places are open.
    let areClosed = !rows.columns.contains { $0.trues < $0.flags && $0.words.contains(Hints.closed) }
    guard areClosed, RowTimes(in: rows) == nil, let date = RowDays(in: rows, used: [], flipping: flipped).date, !has("closedDates") else {
      return false
    }
    var rule: [(String, JSONTree?)] = [("each", Self.each(column))]
    if case .object(let members) = date.rule { rule += members.map { ($0.key, $0.value) } } else { rule.append(("date", date.rule)) }
    rule.append(("name", Self.name(in: rows).map { .string($0.pointer) }))
    add("closedDates", .of(rule), .medium, "\(column.pointer) has dates on which places are closed (\(date.evidence))")
    return true
  }
}
