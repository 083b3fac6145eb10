import FeedKit

// Hours in texts: one for each day, or one for the week.
extension HoursProposal {
  mutating func findTexts(in table: RecordTable) {
    if findWeekdays(in: table) || addLists(in: table) { return }
    addWeekTexts(in: table)
    if members.isEmpty { addTimes(in: table) }
  }

  /// Adds texts or times that have weekdays as keys. Returns whether there are some.
  @discardableResult mutating func findWeekdays(in table: RecordTable) -> Bool { addColumns(of: table) || addEnds(in: table) }

  /// Adds texts that name the weekdays, or have them as keys.
  mutating func findNamedTexts(in table: RecordTable) {
    if !findWeekdays(in: table) { addWeekTexts(in: table) }
  }

  /// Adds two times of the record itself, with the days on which they apply.
  private mutating func addTimes(in table: RecordTable) {
    // Times of one date are not a week's.
    guard RowDays(in: table, used: []).date == nil else { return }
    guard let times = RowTimes(in: table), times.form == .clock, let opens = times.opens, let closes = times.closes else { return }
    let days = table.columns.first { $0.depth == 1 && !$0.isElement && $0.has(.day) && $0.mostTexts { WeekdayRange($0) != nil } }
    let span = JSONTree.of(("join", .array([opens, closes])), ("with", .string("-")))
    let first = days.map { JSONTree.string($0.pointer) } ?? .of(("text", .string("daily")))
    add(
      "week", .of(("text", .of(("join", .array([first, span]))))), days == nil ? .low : .medium,
      "records have \(times.example)\(days.map { ", on \($0.key) \"\($0.texts[0])\"" } ?? "; the days are not stated, so all are assumed")"
    )
  }

  /// Adds the columns that have weekdays as keys.
  private mutating func addColumns(of table: RecordTable) -> Bool {
    let days = table.columns.filter { column in
      // Hours by date may have the same days as texts.
      !column.isInArray && (!has("dates") || column.parent.isEmpty) && Self.weekday(column.key) != nil
        && column.mostTexts(.hours, RowTimes.isHours)
    }
    for parent in days.map(\.parent) {
      let week = days.filter { $0.parent == parent }
      guard Set(week.compactMap { Self.weekday($0.key) }).count == week.count, week.count >= Limit.weekdays else { continue }
      let dates = table.columns.filter { $0.parent == parent && $0.mostTexts { LocalDate($0) != nil || LocalDateTime($0) != nil } }
      let validity = dates.filter { $0.has(.start) || $0.has(.end) }.map(\.key)
      let example = week[0].texts.first { RowTimes.isHours($0) && $0.contains(where: \.isNumber) } ?? week[0].texts[0]
      add(
        "week", .object(week.map { (key: $0.lowerKey, value: .string($0.pointer)) }), validity.isEmpty ? .high : .medium,
        "\(week.map(\.key).joined(separator: ", ")) have texts such as \"\(example.prefix(40))\""
          + (validity.isEmpty ? "" : "; \(validity.joined(separator: " and ")) cannot be used"))
      if let date = week.lazy.flatMap(\.texts).first(where: ReplyContent.isDate) {
        confidence = .low
        evidence.append("a text is a date, \"\(date)\", so all may be the hours of one week only")
      }
      noteFirst(week[0])
      return true
    }
    return false
  }

  /// Reduces the confidence in a value of the first element of a list: a longer list would only be read in part.
  private mutating func noteFirst(_ column: RecordTable.Column) {
    guard column.isElement else { return }
    confidence = max(confidence, .medium)
    evidence.append("only the first element of a list is read")
  }

  /// Returns the weekday that a key names; nil if it names none, or several.
  static func weekday(_ key: String) -> Weekday? {
    guard (2...Length.dayKey).contains(key.utf8.count), let range = WeekdayRange(key), range.first == range.last else { return nil }
    return range.first
  }

  /// Adds columns for the beginning and the end of each weekday, such as "mon_open" and "mon_close".
  private mutating func addEnds(in table: RecordTable) -> Bool {
    var week: [(day: Weekday, start: RecordTable.Column?, end: RecordTable.Column?)] = []
    for column in table.columns where !column.isElement {
      // Most days have times; some, such as those of the weekend, may only be "closed".
      guard column.mostTexts(.most, { ClockTime($0) != nil || ClockText($0) != nil || Self.isClosed($0) }) else { continue }
      guard let day = column.words.lazy.compactMap({ Self.weekday($0) }).first ?? Self.weekday(column.lastKeyAbove.key) else { continue }
      if !week.contains(where: { $0.day == day }) { week.append((day, nil, nil)) }
      guard let index = week.firstIndex(where: { $0.day == day }) else { continue }
      if column.has(.end) { week[index].end = column } else { week[index].start = column }
    }
    let rules = week.compactMap { day, start, end -> (key: String, value: JSONTree)? in
      guard let start, let end else { return nil }
      return ("\(day)", .of(("join", .array([.string(start.pointer), .string(end.pointer)])), ("with", .string("-"))))
    }
    guard rules.count >= Limit.weekdays, let start = week[0].start, let end = week[0].end,
      start.texts.contains(where: { !Self.isClosed($0) })
    else { return false }
    add(
      "week", .object(rules), .high,
      "\(start.key) and \(end.key), and so on for each weekday, have times such as \"\(start.texts[0])\" and \"\(end.texts[0])\"")
    return true
  }

  private static func isClosed(_ text: String) -> Bool { Hints.closedTexts.contains(text.lowercased()) }

  /// Adds lists of seven texts.
  private mutating func addLists(in table: RecordTable) -> Bool {
    for column in table.columns where !column.isInArray && column.depth > 0 {
      let lists = column.arrays.map { $0.compactMap(\.string) }
        .filter { $0.count == 7 }
      guard lists.count.isAtLeast(.half, of: max(column.arrays.count, 1)), !lists.isEmpty else { continue }
      let texts = lists.flatMap { $0 }
      guard texts.count(where: { $0.utf8.count <= Length.form && RowTimes.isHours($0) }).isAtLeast(.hours, of: texts.count),
        texts.contains(where: { $0.contains(where: \.isNumber) })
      else { continue }
      let closed = (0..<7).map { day in lists.count { $0[day].lowercased().hasPrefix(Hints.closed) || $0[day].isEmpty } }
      let (monday, sunday) = (closed[5] + closed[6], closed[6] + closed[0])
      let isSunday = (sunday > monday) != (flipped == .firstDay)
      doubts.insert(.firstDay)
      let reason =
        monday == sunday
        ? "it is not clear which day is first"
        : "\(max(monday, sunday)) are closed on the days that would be the weekend if the first is \(isSunday ? "Sunday" : "Monday")"
      add(
        "week", .of(("list", .string(column.pointer)), ("first", .string(isSunday ? "sunday" : "monday"))),
        monday == sunday ? .low : .medium, "\(column.key) has seven texts such as \"\(texts[0].prefix(40))\"; \(reason)")
      noteFirst(column)
      return true
    }
    return false
  }

  /// Adds a text with the weekdays, or an array of such texts.
  private mutating func addWeekTexts(in table: RecordTable) {
    for column in table.columns where column.depth > 0 && !column.isInArray && !column.has(.nameOrTitle) {
      let arrays = column.arrays.compactMap { array -> String? in
        let lines = array.compactMap(\.string)
        return lines.count == array.count && !lines.isEmpty ? lines.joined(separator: "\n") : nil
      }
      let isHTML = arrays.isEmpty && column.texts.contains(where: MappingProposal.isHTML)
      var marks = 0
      let texts = arrays.isEmpty ? column.texts.map { isHTML ? PlainText.html($0, removedMarks: &marks) ?? "" : $0 } : arrays
      let read = texts.count { $0.utf8.count <= Length.week && WeekText($0).isRead }
      guard read.isAtLeast(.half, of: texts.count), texts.contains(where: { $0.contains(where: \.isNumber) && WeekText($0).isRead }) else {
        continue
      }
      let rule = isHTML ? JSONTree.of(("html", .string(column.pointer))) : .string(column.pointer)
      let example = texts.first { WeekText($0).isRead } ?? ""
      add(
        "week", .of(("text", rule)), read == texts.count ? .high : .medium,
        "\(read) of \(texts.count) texts in \(column.key) can be read, such as \"\(PlainText.line(example)?.prefix(60) ?? "")\"")
      noteFirst(column)
      return
    }
  }

  /// Returns texts that look like hours but cannot be read by a mapping; nil if there is nothing.
  static func unread(in table: RecordTable) -> String? {
    let column = table.columns.first { column in
      !column.texts.isEmpty && column.isInHours && !column.mostTexts(.half, MappingProposal.isWeb)
        && column.texts.contains { text in text.contains(where: \.isNumber) && (text.contains(":") || text.lowercased().contains("m")) }
    }
    guard let column, let text = column.texts.first(where: { $0.contains(where: \.isNumber) }) else { return nil }
    return "\(column.pointer) may be about hours (\"\(text.prefix(60))\"), in a form for which no rule was found"
  }

  mutating func findClosedDates(in table: RecordTable) {
    for column in table.columns where !column.isInArray && column.depth > 0 {
      let texts = column.arrays.flatMap { $0 }.compactMap(\.string)
      guard let form = RowDays.form(ofDates: texts, flipping: flipped), column.has(.closedDates) else { continue }
      if !form.isCertain { doubts.insert(.order) }
      add(
        "closedDates", .of(("each", Self.each(column)), ("date", .string("")), ("order", form.order.map { .string($0) })),
        form.isCertain ? .high : .medium, "\(column.key) has dates such as \"\(texts[0].prefix(40))\"\(form.reason)")
      return
    }
  }
}
