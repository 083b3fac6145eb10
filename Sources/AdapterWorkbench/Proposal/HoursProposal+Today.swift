import FeedKit

// Hours without any day, in a reply that is about the day on which it was received.
extension HoursProposal {
  /// Reads times of records as those of the date of receipt, if something else shows that the reply is about today.
  mutating func findToday(in table: RecordTable) {
    guard let sign = Self.signOfToday(in: table) else { return }
    for column in table.columns
    where !column.isElement && column.depth > 0 && column.depth <= Limit.valueDepth && !column.isInExceptions {
      let rows = RecordTable(column.arrays.flatMap { $0 }.filter(\.isObject))
      guard rows.count > 0, let times = RowTimes(in: rows), times.isOfDay, RowDays(in: rows, used: times.used).isEmpty else { continue }
      return addToday(times, services: column, in: table, sign)
    }
    if let times = RowTimes(in: table), times.isOfDay, RowDays(in: table, used: times.used).date == nil {
      addToday(times, services: nil, in: table, sign)
    }
  }

  private mutating func addToday(_ times: RowTimes, services: RecordTable.Column?, in table: RecordTable, _ sign: String) {
    note(times)
    let rule = JSONTree.of(
      ("each", .of(("one", .string("")))), ("date", .of(("received", .literal("0")))), ("services", services.map { .string($0.pointer) }),
      ("opens", times.opens), ("closes", times.closes), ("unknown", Self.status(in: table)), ("always", Self.always(in: table)))
    add(
      "dates", rule, .low,
      "\(services?.pointer ?? "each record") has \(times.example) without a day, and \(sign): the hours are read as those of the day of the reply"
    )
  }

  /// Returns what shows that a reply is about today; nil if nothing does.
  private static func signOfToday(in table: RecordTable) -> String? {
    if let column = table.columns.first(where: { $0.pointer.lowercased().contains("today") }) { return "\(column.pointer) names today" }
    if let column = table.columns.first(where: { $0.has(.openNow) && $0.flags > 0 }) { return "\(column.key) is about now" }
    return table.onlyWeekday.map { "all records name \($0.name)" }
  }
}

extension RowTimes {
  /// Whether the times have no dates.
  fileprivate var isOfDay: Bool { form != .text && form != .moments && form != .epoch }
}

extension RowDays {
  /// Whether rows name no days.
  fileprivate var isEmpty: Bool { week == nil && date == nil }
}
