import FeedKit

// Hours in rows: the elements of an array, or the members of an object whose keys are days.
extension HoursProposal {
  /// The kinds of keys of rows.
  enum Keys { case weekdays, dates }

  mutating func findRows(in table: RecordTable) {
    for column in table.columns where !column.isInArray && !column.isInExceptions { findRows(in: column, of: table) }
    for column in table.columns where column.isInArray && column.isInHours && !column.isInExceptions {
      guard !has("week") else { return }
      let count = members.count
      findRows(in: column, of: table)
      guard members.count > count else { continue }
      if has("week") { checkLists(of: column, in: table) }
      return
    }
  }

  /// Finds the hours of places that have several records: each is a row, or has a list of rows.
  mutating func findRecordRows(in table: RecordTable) {
    guard let shared, let root = table[""] else { return }
    addRows(root.objects.map { .object($0) }, at: root, keys: nil)
    guard members.isEmpty else { return }
    findRows(in: table)
    guard let label = Self.label(in: table, but: shared), let index = members.firstIndex(where: { ["week", "dates"].contains($0.key) }),
      case .object(let rule) = members[index].value
    else { return }
    rowKeys = [label.pointer]
    if !rule.contains(where: { $0.key == "label" }) {
      members[index].value = .object(rule + [(key: "label", value: .of(("record", .string(label.pointer))))])
    }
  }

  /// Returns where rows are: a pointer, or one for each list if they are in lists of lists; the record itself may be one row.
  static func each(_ column: RecordTable.Column) -> JSONTree {
    if column.pointer.isEmpty, column.arrays.isEmpty { return .of(("one", .string(""))) }
    let levels = column.levels
    return levels.count > 1 ? .array(levels.map { .string($0) }) : .string(column.pointer)
  }

  /// Reads only the first of several lists if another one has other hours for the same times: such lists are of seasons, or of other doors.
  private mutating func checkLists(of column: RecordTable.Column, in table: RecordTable) {
    guard let index = members.firstIndex(where: { $0.key == "week" }) else { return }
    let records = table[""]?.objects.map { JSONTree.object($0) } ?? []
    let examples = ProposalExamples(records: records, keys: [], zone: nil)
    let week = members[index].value
    let levels = column.levels
    let lists = (0..<Limit.comparedLists).map { number in
      let pointer = ([levels[0]] + levels.dropFirst().enumerated().map { ($0.offset == 0 ? "/\(number)" : "/0") + $0.element }).joined()
      let clock: JSONTree? = isOnEitherClock ? .string("24-hour") : nil
      return examples.schedules(of: .of(("week", week.replacing("each", with: .string(pointer))), ("clock", clock)))
    }
    let isContradictory = lists.indices.contains { one in
      lists[..<one].contains { other in zip(lists[one], other).contains { Self.overlap($0, $1) } }
    }
    if isContradictory {
      members[index].value = week.replacing("each", with: .string(column.pointer))
      confidence = .low
      evidence.append("only the first of several lists is read, because others have hours for the same times")
    } else {
      confidence = max(confidence, .medium)
      evidence.append("several lists are read together")
    }
  }

  /// Returns whether two schedules have openings at the same time.
  private static func overlap(_ one: Schedule?, _ other: Schedule?) -> Bool {
    func weeks(_ schedule: Schedule?) -> [WeekPlan] {
      schedule?.layers.compactMap { layer in if case .week(let week) = layer.rule { week } else { nil } } ?? []
    }
    return weeks(one).contains { week in
      weeks(other).contains { other in
        Weekday.allCases.contains { day in
          week[day].services.contains { first in other[day].services.contains { first.opens < $0.closes && $0.opens < first.closes } }
        }
      }
    }
  }

  /// Reduces the confidence because of another list of hours.
  mutating func noteUnread(_ column: RecordTable.Column) {
    guard !column.isElement else { return }
    confidence = max(confidence, .medium)
    evidence.append("\(column.pointer) is not read")
  }

  mutating func findRows(in column: RecordTable.Column, of table: RecordTable) {
    // The record itself may be a list of rows.
    guard column.depth > 0 || !column.arrays.isEmpty, column.depth <= Limit.rowDepth else { return }
    let rows = column.arrays.flatMap { $0 }.filter(\.isObject)
    if !rows.isEmpty { addRows(rows, at: column, keys: nil) }
    guard column.objects.count.isAtLeast(.half, of: table.count), let keys = Self.keys(of: column) else { return }
    let values = column.objects.flatMap { $0 }.map(\.value)
    let objects = values.filter(\.isObject)
    if objects.isEmpty { addLists(values, at: column, keys) } else { addRows(objects, at: column, keys: keys) }
  }

  /// Returns the kind of an object's keys if its members are objects or lists.
  private static func keys(of column: RecordTable.Column) -> Keys? {
    let members = column.objects.flatMap { $0 }
    guard !members.isEmpty, members.allSatisfy({ $0.key.utf8.count <= Length.dayKey }) else { return nil }
    for member in members {
      switch member.value {
      case .object, .array, .literal("null"): continue
      case .string, .literal: return nil
      }
    }
    if members.allSatisfy({ LocalDate($0.key) != nil }) { return .dates }
    return members.count >= Limit.daysAsKeys * column.objects.count && members.allSatisfy { WeekdayRange($0.key) != nil } ? .weekdays : nil
  }

  func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  mutating func note(_ times: RowTimes, _ days: RowDays? = nil) {
    doubts.formUnion(days?.doubts ?? [])
    isOnEitherClock = isOnEitherClock || times.isOnEitherClock
    hasAfternoon = hasAfternoon || times.hasAfternoon
  }

  /// Adds the lists of an object whose keys are days: of services, of pairs of times, or two times.
  private mutating func addLists(_ values: [JSONTree], at column: RecordTable.Column, _ keys: Keys) {
    let lists = values.compactMap(\.elements)
    let inner = lists.flatMap { $0 }
    let field = keys == .weekdays ? "week" : "dates"
    let day = (keys == .weekdays ? "day" : "date", JSONTree.of(("key", .literal("true"))))
    guard !inner.isEmpty, !has(field) else { return }
    let names = keys == .weekdays ? "weekdays" : "dates"
    if inner.allSatisfy(\.isObject), let times = RowTimes(in: RecordTable(inner)) {
      guard keys == .weekdays || times.form != .text else { return }
      note(times)
      let label = Self.label(in: RecordTable(inner), but: times.used)
      let rule = JSONTree.of(
        ("each", Self.each(column)), day, ("services", .string("")), ("opens", times.opens), ("closes", times.closes),
        ("text", times.text), ("label", Self.labelRule(label, in: RecordTable(inner))))
      add(field, rule, .high, "\(column.pointer) has \(names) as keys, with \(times.example)")
      return
    }
    func arePair(_ texts: [String]) -> Bool { texts.count == 2 && texts.allSatisfy { ClockTime($0) != nil || ClockText($0) != nil } }
    let pairs = inner.compactMap { $0.elements?.compactMap(\.string) }
    let flat = lists.map { $0.compactMap(\.string) }
    let isPair = flat.allSatisfy { $0.isEmpty || arePair($0) } && flat.contains { !$0.isEmpty }
    if isPair || pairs.count == inner.count && pairs.allSatisfy(arePair) {
      let example = (isPair ? flat.first { !$0.isEmpty } : pairs.first) ?? []
      add(
        field,
        .of(
          ("each", Self.each(column)), day, ("services", isPair ? nil : .string("")), ("opens", .string("/0")),
          ("closes", .string("/1"))), .high,
        "\(column.pointer) has \(names) as keys, with pairs of times such as \(example.joined(separator: ", "))")
      isOnEitherClock = isOnEitherClock || example.contains { ClockText($0).map { !$0.isCertain } ?? false && ClockTime($0) == nil }
    } else if keys == .weekdays, case let texts = inner.compactMap(\.string), texts.count == inner.count,
      texts.allSatisfy(RowTimes.isHours)
    {
      add(
        field, .of(("each", Self.each(column)), day, ("services", .string("")), ("text", .string(""))), .high,
        "\(column.pointer) has weekdays as keys, with lists of texts such as \"\(texts[0].prefix(40))\"")
    }
  }

  private mutating func addRows(_ rows: [JSONTree], at column: RecordTable.Column, keys: Keys?) {
    let table = RecordTable(rows)
    var times = RowTimes(in: table)
    var services: RecordTable.Column?
    var inner = table
    if times == nil || times?.form == .moments || times?.form == .text {
      // Services in a list of the row; also where the row has its validity, or the hours as text too.
      for list in table.columns where list.depth <= Limit.valueDepth && !list.isElement {
        let items = RecordTable(list.arrays.flatMap { $0 }.filter(\.isObject))
        guard items.count > 0, let found = RowTimes(in: items), times == nil || found.form != .text else { continue }
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
    let open = RecordTable(rows.filter { Self.isOpen($0, times, services?.pointer) })
    var days = RowDays(in: table, open: open, used: services == nil ? times.used : [], flipping: flipped)
    days.use(keys: keys, rows: table.count)
    let isRecord = column.pointer.isEmpty && shared != nil
    let label = Self.label(in: inner, but: services == nil ? times.used.union(days.used).union(shared ?? []) : times.used)
    if isRecord { rowKeys = days.used.sorted() + (services == nil ? label.map { [$0.pointer] } ?? [] : []) }
    let place = isRecord ? "each record is a row" : "\(column.pointer) has rows"
    let skip = label.flatMap { Self.closedLabels($0) }
    let closed = table.columns.first { $0.depth <= Limit.valueDepth && !$0.isElement && $0.trues > 0 && $0.words.contains(Hints.closed) }
    let isClosed = closed.map { JSONTree.of(("at", .string($0.pointer))) }
    let common: [(String, JSONTree?)] = [
      ("services", services.map { .string($0.pointer) }), ("opens", times.opens), ("closes", times.closes), ("text", times.text),
      ("label", times.form == .text ? label.map { .string($0.pointer) } : Self.labelRule(label, in: inner)),
    ]
    let always: [(String, JSONTree?)] = [("always", Self.always(in: table))]
    let form = times.isCertain ? MappingProposal.Confidence.high : .medium
    if days.week == nil ? days.date != nil && has("dates") : has("week") { noteUnread(column) }
    if let week = days.week, !has("week") {
      note(times, days)
      let validity = RowDays.validity(in: table, used: times.used.union(days.used))
      // Conditions apply to the row, which has the times itself.
      let isSkipped = services == nil && times.form != .text ? skip ?? isClosed : skip
      let first: [(String, JSONTree?)] = [
        ("each", Self.each(column)), ("day", week.rule), ("lastDay", week.last),
        ("continuous", week.isContinuous ? .literal("true") : nil),
      ]
      add(
        "week", .of(first + common + [("skip", isSkipped), ("from", validity?.from), ("to", validity?.to)] + always),
        max(week.confidence, form), "\(place) for weekdays (\(week.evidence)) with \(times.example)")
      if let validity { evidence.append(validity.evidence) }
      if !column.isElement, column.parent != "" { schedule = column.parent }
    }
    guard times.form != .text, !has("dates") else { return }
    let each = Self.each(column)
    if let date = days.date {
      note(times, days)
      let status = services == nil ? nil : Self.status(in: table)
      let last: [(String, JSONTree?)] = [("skip", skip), ("closed", isClosed), ("unknown", status)]
      add(
        "dates", .of([("each", each), ("date", date.rule)] + common + last + always),
        max(date.confidence, form), "\(place) for dates (\(date.evidence)) with \(times.example)")
    } else if days.week == nil, services == nil, times.form == .moments || times.form == .epoch {
      add(
        "dates", .of([("each", each)] + common + [("skip", skip), ("closed", isClosed)] + always), .medium,
        "\(column.pointer) has openings with dates: \(times.example)")
    }
  }

  /// Returns whether a row has times.
  private static func isOpen(_ row: JSONTree, _ times: RowTimes, _ services: String?) -> Bool {
    guard let value = row.value(at: JSONPointer.tokens(services ?? times.start)[...]) else { return false }
    switch value {
    case .array(let items): return !items.isEmpty
    case .string(let text): return !text.isEmpty && !text.lowercased().hasPrefix(Hints.closed)
    case .literal(let text): return text != "null"
    case .object: return true
    }
  }

  private mutating func addSpecials(
    _ table: RecordTable, at column: RecordTable.Column, _ list: RecordTable.Column, _ items: RecordTable, _ times: RowTimes,
    _ days: RowDays
  ) {
    guard let validity = RowDays.validity(in: table, used: []), let week = days.week, !has("specials") else { return }
    note(times)
    let name = table.columns.first { $0.depth == 1 && $0.has(.nameOrTitle) && !$0.texts.isEmpty }
    let always = table.columns.first { $0.depth == 1 && $0.flags > 0 && $0.has(.always) }
    // The numbers of weekdays are the same as in the usual week, which has more rows.
    let usual = members.first { $0.key == "week" }?.value
    let day: JSONTree
    if let usual, case .object(let rules) = usual, let known = rules.first(where: { $0.key == "day" })?.value, week.isNumber {
      day = known.replacing("at", with: week.rule.member("at"))
    } else {
      day = week.rule
    }
    let last = week.last.map { rule in usual == nil ? rule : rule.replacing("numbers", with: day.member("numbers")) }
    add(
      "specials",
      .of(
        ("each", Self.each(column)), ("name", name.map { .string($0.pointer) }), ("from", validity.from), ("to", validity.to),
        ("week", .of(("each", .string(list.pointer)), ("day", day), ("lastDay", last), ("opens", times.opens), ("closes", times.closes))),
        ("always", always.map { .of(("at", .string($0.pointer))) })),
      .medium, "\(column.pointer) has schedules with dates of validity and rows of their own")
  }
}

extension JSONTree {
  fileprivate func member(_ key: String) -> JSONTree? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  /// Returns an object with another value for one of its members.
  fileprivate func replacing(_ key: String, with value: JSONTree?) -> JSONTree {
    guard case .object(var members) = self, let value, let index = members.firstIndex(where: { $0.key == key }) else { return self }
    members[index].value = value
    return .object(members)
  }
}
