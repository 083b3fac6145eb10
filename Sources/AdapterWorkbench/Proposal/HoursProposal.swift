import FeedKit

/// The hours of records, as rules of a mapping with the reasons for them.
struct HoursProposal {
  /// What the values leave open.
  enum Doubt: CaseIterable {
    /// Which weekday is the first, in a list or by number.
    case firstDay
    /// Whether the month or the day is first in a date.
    case order
  }

  private(set) var members: [(key: String, value: JSONTree)] = []
  private(set) var confidence = MappingProposal.Confidence.high
  private(set) var evidence: [String] = []
  /// What the values leave open here.
  private(set) var doubts: Set<Doubt> = []
  private var isOnEitherClock = false
  private var hasAfternoon = false
  private let flipped: Doubt?

  /// - Parameter flipped: what to decide the other way round.
  init?(in table: RecordTable, flipping flipped: Doubt? = nil) {
    self.flipped = flipped
    if let column = table.columns.first(where: { !$0.isInArray && $0.mostTexts(0.8, Self.isOSM) }) {
      add("osm", .string(column.pointer), .high, "\(column.key) has OpenStreetMap text such as \"\(column.texts[0])\"")
      return
    }
    findRows(in: table)
    if members.isEmpty { findTexts(in: table) }
    guard !members.isEmpty else { return nil }
    findClosedDates(in: table)
    if let flag = table.columns.first(where: { $0.flags > 0 && !$0.isInArray && Self.isAlways($0) }) {
      add("always", .of(("at", .string(flag.pointer))), .high, "\(flag.key) is true or false")
    }
    if isOnEitherClock {
      let confidence: MappingProposal.Confidence = hasAfternoon ? .high : .low
      let reason = hasAfternoon ? "times later than 12:59 without am or pm are on the 24-hour clock" : "no time says which clock it is on"
      add("clock", .string("24-hour"), confidence, reason)
      members.insert(members.removeLast(), at: 0)
    }
  }

  private mutating func add(_ key: String, _ value: JSONTree, _ confidence: MappingProposal.Confidence, _ evidence: String) {
    members.append((key, value))
    self.confidence = max(self.confidence, confidence)
    self.evidence.append(evidence)
  }

  private static func isAlways(_ column: RecordTable.Column) -> Bool {
    column.has("twenty_four", "twentyfour", "24h", "24_h", "always", "all_day", "allday", "24hours")
  }

  private static func isOSM(_ text: String) -> Bool {
    if text == "24/7" { return true }
    let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    let head = text.prefix(2)
    guard days.contains(where: { $0 == head }), text.contains(":") || text.contains("off") else { return false }
    let third = text.dropFirst(2).first
    return third.map { !$0.isLetter } ?? false
  }
}

// MARK: - Rows

extension HoursProposal {
  private mutating func findRows(in table: RecordTable) {
    for column in table.columns where !column.isInArray && column.depth > 0 && column.depth <= 4 {
      let rows = column.arrays.flatMap { $0 }.filter(\.isObject)
      if !rows.isEmpty { addRows(rows, at: column) }
      if column.objects.count * 2 >= table.count, Self.areWeekdays(column) { addKeyedRows(of: column) }
    }
  }

  /// Returns whether the keys of an object are weekdays, and its members objects or lists of them.
  private static func areWeekdays(_ column: RecordTable.Column) -> Bool {
    let members = column.objects.flatMap { $0 }
    guard members.count >= 2 * column.objects.count else { return false }
    return members.allSatisfy { member in
      guard member.key.utf8.count <= 12, WeekdayRange(member.key) != nil else { return false }
      switch member.value {
      case .object, .array, .literal("null"): return true
      case .string, .literal: return false
      }
    }
  }

  private mutating func addKeyedRows(of column: RecordTable.Column) {
    guard !members.contains(where: { $0.key == "week" }) else { return }
    let values = column.objects.flatMap { $0 }.map(\.value)
    let inner = values.flatMap { value in if case .array(let list) = value { list } else { [JSONTree]() } }
    let hasServices = inner.contains(where: \.isObject)
    guard let times = RowTimes(in: RecordTable((hasServices ? inner : values).filter(\.isObject))) else { return }
    note(times)
    add(
      "week",
      .of(
        ("each", .string(column.pointer)), ("day", .of(("key", .literal("true")))), ("services", hasServices ? .string("") : nil),
        ("opens", times.opens), ("closes", times.closes), ("text", times.text)),
      .high, "\(column.pointer) has weekdays as keys, with \(times.example)")
  }

  private mutating func note(_ times: RowTimes, _ days: RowDays? = nil) {
    doubts.formUnion(days?.doubts ?? [])
    isOnEitherClock = isOnEitherClock || times.isOnEitherClock
    hasAfternoon = hasAfternoon || times.hasAfternoon
  }

  private mutating func addRows(_ rows: [JSONTree], at column: RecordTable.Column) {
    let table = RecordTable(rows)
    var times = RowTimes(in: table)
    var services: RecordTable.Column?
    var inner = table
    let days = RowDays(in: table, used: times?.used ?? [], flipping: flipped)
    if times == nil || times?.form == .moments {
      // Services in a list of the row; also where the row has its validity.
      for list in table.columns where list.depth == 1 && !list.isElement {
        let items = RecordTable(list.arrays.flatMap { $0 }.filter(\.isObject))
        guard items.count > 0, let found = RowTimes(in: items) else { continue }
        let itemDays = RowDays(in: items, used: found.used, flipping: flipped)
        if itemDays.week != nil, found.form != .moments {
          addSpecials(table, at: column, list, items, found, itemDays)
          return
        }
        (times, services, inner) = (found, list, items)
        break
      }
    }
    guard let times else { return }
    let used = times.used.union(days.used)
    let label = Self.label(in: inner, but: services == nil ? used : times.used)
    let skip = label.flatMap { Self.closedLabels($0) }
    let common: [(String, JSONTree?)] = [
      ("services", services.map { .string($0.pointer) }), ("opens", times.opens), ("closes", times.closes), ("text", times.text),
      ("label", label.map { .string($0.pointer) }), ("skip", skip),
    ]
    func rule(_ first: [(String, JSONTree?)], _ last: [(String, JSONTree?)] = []) -> JSONTree {
      .object(
        ([("each", .string(column.pointer))] + first + common + last).compactMap { key, value in
          value.map { (key: key, value: $0) }
        })
    }
    if let week = days.week, !members.contains(where: { $0.key == "week" }) {
      note(times, days)
      let validity = RowDays.validity(in: table, used: times.used.union(days.used))
      add(
        "week", rule([("day", week.rule), ("lastDay", week.last)], [("from", validity?.from), ("to", validity?.to)]), week.confidence,
        "\(column.pointer) has rows for weekdays (\(week.evidence)) with \(times.example)")
      if let validity { evidence.append(validity.evidence) }
    }
    guard times.form != .text, !members.contains(where: { $0.key == "dates" }) else { return }
    if let date = days.date {
      note(times, days)
      let status = services == nil ? nil : Self.status(in: table)
      add(
        "dates", rule([("date", date.rule)], [("unknown", status)]), date.confidence,
        "\(column.pointer) has rows for dates (\(date.evidence)) with \(times.example)")
    } else if days.week == nil, services == nil, times.form == .moments || times.form == .epoch {
      add("dates", rule([]), .medium, "\(column.pointer) has openings with dates: \(times.example)")
    }
  }

  private mutating func addSpecials(
    _ table: RecordTable, at column: RecordTable.Column, _ list: RecordTable.Column, _ items: RecordTable, _ times: RowTimes,
    _ days: RowDays
  ) {
    guard let validity = RowDays.validity(in: table, used: []), let week = days.week, !members.contains(where: { $0.key == "specials" })
    else { return }
    note(times)
    let name = table.columns.first { $0.depth == 1 && $0.has("name", "title") && !$0.texts.isEmpty }
    let always = table.columns.first { $0.depth == 1 && $0.flags > 0 && Self.isAlways($0) }
    // The numbers of weekdays are the same as in the usual week, which has more rows.
    let usual = members.first { $0.key == "week" }?.value
    let day: JSONTree
    if let usual, case .object(let rules) = usual, let known = rules.first(where: { $0.key == "day" })?.value, week.isNumber {
      day = Self.replacing("at", of: known, with: week.rule)
    } else {
      day = week.rule
    }
    let last = week.last.map { rule in usual == nil ? rule : Self.replacing("numbers", of: rule, with: day) }
    add(
      "specials",
      .of(
        ("each", .string(column.pointer)), ("name", name.map { .string($0.pointer) }), ("from", validity.from), ("to", validity.to),
        ("week", .of(("each", .string(list.pointer)), ("day", day), ("lastDay", last), ("opens", times.opens), ("closes", times.closes))),
        ("always", always.map { .of(("at", .string($0.pointer))) })),
      .medium, "\(column.pointer) has schedules with dates of validity and rows of their own")
  }

  /// Returns an object with one member taken from another object.
  private static func replacing(_ key: String, of rule: JSONTree, with other: JSONTree) -> JSONTree {
    guard case .object(var members) = rule, case .object(let others) = other, let value = others.first(where: { $0.key == key })?.value,
      let index = members.firstIndex(where: { $0.key == key })
    else { return rule }
    members[index].value = value
    return .object(members)
  }

  private static func label(in table: RecordTable, but used: Set<String>) -> RecordTable.Column? {
    let texts = table.columns.filter {
      $0.depth == 1 && !$0.isElement && !used.contains($0.pointer) && !$0.key.hasPrefix("_") && !$0.key.hasPrefix("@") && !$0.texts.isEmpty
        && $0.texts.allSatisfy { $0.utf8.count <= 80 }
        && !$0.mostTexts { LocalDateTime($0) != nil || LocalDate($0) != nil }
    }
    for word in ["label", "descr", "meal", "name", "title", "period", "type"] {
      if let found = texts.first(where: { $0.has(word) && (word != "type" || Set($0.texts).count > 1) }) { return found }
    }
    return nil
  }

  private static func closedLabels(_ label: RecordTable.Column) -> JSONTree? {
    let closed = Set(label.texts.filter { $0.lowercased().hasPrefix("closed") }).sorted()
    return closed.isEmpty ? nil : .of(("at", .string(label.pointer)), ("is", .array(closed.prefix(10).map { .string($0) })))
  }

  /// A text that says "closed" for dates without services: other dates without services are unknown.
  private static func status(in table: RecordTable) -> JSONTree? {
    guard
      let column = table.columns.first(where: {
        $0.depth == 1 && $0.has("status", "state") && $0.texts.contains { $0.lowercased() == "closed" }
      })
    else { return nil }
    let closed = Set(column.texts.filter { $0.lowercased() == "closed" }).sorted()
    return .of(
      ("at", .string(column.pointer)), ("isNot", .array(closed.map { .string($0) } + [.string(""), .literal("null")])))
  }
}

// MARK: - Texts

extension HoursProposal {
  private mutating func findTexts(in table: RecordTable) {
    for column in table.columns where !column.isInArray && column.depth > 0 {
      let lists = column.arrays.map { $0.compactMap { value in if case .string(let text) = value { text } else { nil } } }
        .filter { $0.count == 7 }
      guard lists.count * 2 >= max(column.arrays.count, 1), !lists.isEmpty else { continue }
      let texts = lists.flatMap { $0 }
      guard texts.count(where: { $0.utf8.count <= 120 && RowTimes.isHours($0) }) * 5 >= texts.count * 4,
        texts.contains(where: { $0.contains(where: \.isNumber) })
      else { continue }
      let closed = (0..<7).map { day in lists.count { $0[day].lowercased().hasPrefix("closed") || $0[day].isEmpty } }
      let (monday, sunday) = (closed[5] + closed[6], closed[6] + closed[0])
      let isSunday = (sunday > monday) != (flipped == .firstDay)
      doubts.insert(.firstDay)
      let reason =
        monday == sunday
        ? "nothing says which day is first"
        : "\(max(monday, sunday)) are closed on the days that would be the weekend if the first is \(isSunday ? "Sunday" : "Monday")"
      add(
        "week", .of(("list", .string(column.pointer)), ("first", .string(isSunday ? "sunday" : "monday"))),
        monday == sunday ? .low : .medium, "\(column.key) has seven texts such as \"\(texts[0].prefix(40))\"; \(reason)")
      return
    }
    let days = table.columns.filter { column in
      !column.isInArray && column.key.utf8.count <= 12 && WeekdayRange(column.key).map { $0.first == $0.last } ?? false
        && column.mostTexts(0.8, RowTimes.isHours)
    }
    for parent in days.map(\.parent) where days.count(where: { $0.parent == parent }) >= 5 {
      let week = days.filter { $0.parent == parent }
      add(
        "week", .object(week.map { (key: $0.lowerKey, value: .string($0.pointer)) }), .high,
        "\(week.map(\.key).joined(separator: ", ")) have texts such as \"\(week[0].texts[0].prefix(40))\"")
      return
    }
  }

  private mutating func findClosedDates(in table: RecordTable) {
    for column in table.columns where !column.isInArray && column.depth > 0 {
      let texts = column.arrays.flatMap { $0 }.compactMap { value in if case .string(let text) = value { text } else { nil } }
      guard let form = RowDays.form(ofDates: texts, flipping: flipped), column.has("close", "closing", "holiday") else { continue }
      if !form.isCertain { doubts.insert(.order) }
      add(
        "closedDates", .of(("each", .string(column.pointer)), ("date", .string("")), ("order", form.order.map { .string($0) })),
        form.isCertain ? .high : .medium, "\(column.key) has dates such as \"\(texts[0].prefix(40))\"\(form.reason)")
      return
    }
  }
}
