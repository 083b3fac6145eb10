import FeedKit

/// The times at which events take place: in the record, or in a list of occurrences.
struct EventTimes {
  let rule: JSONTree
  let confidence: MappingProposal.Confidence
  let evidence: String
  /// The pointer of the beginning in the record; nil if it is in a list.
  let start: String?

  private typealias Column = RecordTable.Column

  /// - Parameters:
  ///   - columns: the values of the records.
  ///   - zone: the time zone of the campus, which says whether the day or the month is first if both may be.
  init?(in columns: [RecordTable.Column], zone: Zone?) {
    let moments = columns.filter { Self.isMoment($0) && !$0.has(.end) }
    let listed = moments.first { $0.isElement && ($0.has(.start) || $0.has(.eventDate)) }
    if let start = listed, let split = start.pointer.firstRange(of: "/0") {
      self.init(
        start, columns.filter { $0.isElement && $0.parent == start.parent }, list: String(start.pointer[..<split.lowerBound]), zone)
      return
    }
    let direct = moments.filter { !$0.isElement }
    guard
      let start = direct.first(where: { $0.has(.start) && $0.depth == 1 }) ?? direct.first(where: { $0.has(.eventDate) && $0.depth == 1 })
        ?? direct.first(where: { $0.has(.start) || KeyHint.start.matches($0.lastKeyAbove.key) })
    else { return nil }
    self.init(start, columns.filter { !$0.isElement }, list: nil, zone)
  }

  /// - Parameter list: the pointer of the list of occurrences; nil if the record is one.
  private init(_ start: Column, _ others: [Column], list: String?, _ zone: Zone?) {
    func pointer(_ column: Column) -> String { list.map { String(column.pointer.dropFirst($0.count + 2)) } ?? column.pointer }
    let above = start.lastKeyAbove
    let end = others.first { column in
      guard column.pointer != start.pointer, Self.isMoment(column, orEmpty: true) else { return false }
      if column.has(.end), column.parent == start.parent { return true }
      let other = column.lastKeyAbove
      return KeyHint.end.matches(other.key) && other.around == above.around && column.lowerKey == start.lowerKey
    }
    let isDateOnly = start.numbers.isEmpty && start.texts.allSatisfy { !$0.contains(":") }
    let time = isDateOnly ? others.first { $0.has(.eventTime) && !$0.has(.end) && Self.isClock($0) } : nil
    let endTime = isDateOnly ? others.first { $0.has(.end) && Self.isClock($0) } : nil
    let allDay = others.first { $0.flags > 0 && $0.has(.always) }
    let cancelled = others.first { $0.flags > 0 && $0.has(.cancelled) }
    let isMonthFirst = zone?.name.hasPrefix("America/") == true
    // All dates of a feed have the same order.
    let forms = [start, end].compactMap { $0.flatMap { RowDays.form(ofDates: $0.texts) } }.filter { $0.order != nil }
    let certain = forms.first { $0.isCertain }?.order
    let order = forms.isEmpty ? nil : certain ?? (isMonthFirst ? "month-first" : "day-first")
    func moment(_ column: Column, _ time: Column?) -> JSONTree {
      if column.texts.isEmpty, let number = column.numbers.first.flatMap({ Int($0) }) {
        return .of(
          ("epoch", .string(pointer(column))), ("unit", Limit.milliseconds ~= number ? .string("milliseconds") : nil))
      }
      let order = RowDays.form(ofDates: column.texts)?.order == nil ? nil : order
      let date: JSONTree = order.map { .of(("date", .string(pointer(column))), ("order", .string($0))) } ?? .string(pointer(column))
      if let time { return .of(("date", date), ("time", .string(pointer(time)))) }
      return order == nil ? date : .of(("date", date))
    }
    let ends = end.map { moment($0, endTime) } ?? endTime.map { moment(start, $0) }
    rule = .of(
      ("each", list.map { .string($0) }), ("starts", moment(start, time)), ("ends", ends),
      ("allDay", allDay.map { .of(("at", .string(pointer($0)))) }), ("cancelled", cancelled.map { .of(("at", .string(pointer($0)))) }))
    let isDoubtful = order != nil && certain == nil
    confidence = ends == nil || isDoubtful ? .medium : .high
    let found = [time, end, endTime, allDay, cancelled].compactMap { $0?.key }
    evidence =
      (list.map { "\($0) is a list of occurrences, with " } ?? "")
      + "\(start.key)\(start.scalars.first.map { " \"\($0.prefix(30))\"" } ?? "")"
      + (found.isEmpty ? ", and no end" : ", beside \(found.joined(separator: ", "))")
      + (isDoubtful ? ", with the \(isMonthFirst ? "month" : "day") first, as is usual there" : "")
    self.start = list == nil ? start.pointer : nil
  }

  /// Returns whether most values are dates, with or without times, or numbers of seconds or milliseconds.
  ///
  /// - Parameter orEmpty: whether there may be no values.
  private static func isMoment(_ column: Column, orEmpty: Bool = false) -> Bool {
    if column.scalars.isEmpty { return orEmpty && column.flags == 0 && column.arrays.isEmpty && column.objects.isEmpty }
    guard column.texts.isEmpty else { return RowDays.form(ofDates: column.texts) != nil }
    return column.numbers.allSatisfy { Int($0).map { Limit.seconds ~= $0 || Limit.milliseconds ~= $0 } ?? false }
  }

  private static func isClock(_ column: Column) -> Bool { column.mostTexts(.most) { ClockTime($0) != nil || ClockText($0) != nil } }
}
