import FeedKit
import OpeningHours

extension MenusProposal {
  /// Adds the date that the menus have, or something around them.
  mutating func addDateRule() {
    for index in levels.indices.prefix(menu + 1).reversed() {
      let level = levels[index]
      if level.isByDate {
        dateLevel = index
        return parts.append(Part(key: "date", rule: .of(("key", .literal("true"))), evidence: "the keys around them are dates"))
      }
      // A rule for numbers reads none from outside.
      guard let column = dateColumn(at: index), index == menu || !Self.isEpoch(column) else { continue }
      dateLevel = index
      let rule: JSONTree = index == menu ? .string(column.pointer) : .of(("outer", .string(column.pointer)))
      var part = Self.date(column, rule, zone)
      if !column.has(.eventDate), !Self.isEpoch(column) { part.evidence += "; only its values say so, not its key" }
      return parts.append(part)
    }
    parts.append(
      Part(
        key: "date", rule: .of(("received", .literal("0"))), confidence: .low,
        evidence: "no date was found, so they are read as those of the day on which the reply is received"))
  }

  /// Returns the column with dates of the objects at a level; nil if there is none. If no key at any level says that it has dates, the values
  /// decide.
  func dateColumn(at index: Int) -> RecordTable.Column? {
    if let column = Self.dateColumn(of: levels[index]) { return column }
    guard index > 0 || isOfReply, !levels.contains(where: { $0.isByDate || Self.dateColumn(of: $0) != nil }) else { return nil }
    let level = levels[index]
    if let column = level.table.columns.first(where: { Self.isEpoch($0) && areMidnights($0) }) { return column }
    return level.table.columns.first { column in
      column.depth <= Limit.valueDepth && !column.isElement && !column.has(.otherDate) && !column.has(.recordKeeping)
        && Set(column.words).isDisjoint(with: ["end", "ends", "until", "to", "last", "next"])
        && column.texts.count.isAtLeast(.half, of: level.table.count)
        && column.mostTexts(.most) { Self.isDate($0) || Self.order(of: $0) != nil }
    }
  }

  /// Returns whether values are numbers of seconds or milliseconds, under a key of dates.
  private static func isEpoch(_ column: RecordTable.Column) -> Bool {
    column.depth <= Limit.valueDepth && !column.isElement && (column.has(.eventDate) || column.has(.timestamp)) && !column.scalars.isEmpty
      && column.scalars.allSatisfy { Int($0).map { Limit.seconds ~= $0 || Limit.milliseconds ~= $0 } ?? false }
  }

  /// Returns whether numbers are midnights at the campus: other times may be on the day before.
  private func areMidnights(_ column: RecordTable.Column) -> Bool {
    guard let zone else { return false }
    return column.scalars.allSatisfy { text in
      let number = Int64(text) ?? 0
      let instant = Instant(secondsSinceEpoch: Limit.milliseconds ~= Int(number) ? number / 1000 : number)
      return instant.map { zone.local($0).second == 0 } ?? false
    }
  }

  private static func dateColumn(of level: Level) -> RecordTable.Column? {
    level.table.columns.first { column in
      column.depth <= Limit.valueDepth && !column.isElement && column.has(.eventDate) && !column.has(.recordKeeping)
        && column.texts.count.isAtLeast(.half, of: level.table.count)
        && column.mostTexts(.most) { isDate($0) || order(of: $0) != nil || yearless($0) != nil }
    }
  }

  private static func date(_ column: RecordTable.Column, _ rule: JSONTree, _ zone: Zone?) -> Part {
    if isEpoch(column) {
      let unit = Int(column.scalars[0]).map { Limit.milliseconds ~= $0 } == true ? JSONTree.string("milliseconds") : nil
      return Part(
        key: "date", rule: .of(("epoch", rule), ("unit", unit)),
        evidence: "\(column.key), such as \(column.scalars[0]), is midnight of their date\(zone.map { " in \($0.name)" } ?? "")")
    }
    if column.mostTexts(.most, isDate) { return Part(key: "date", rule: rule, evidence: "\(column.key) is their date") }
    // Both orders may be possible, as in 9/11/2026.
    let isAmerican = zone?.name.hasPrefix("America/") == true
    func areAll(_ order: DateRange.Order) -> Bool { column.texts.allSatisfy { DateRange($0, order) != nil || yearless($0, order) != nil } }
    let (first, second) = (areAll(.monthFirst), areAll(.dayFirst))
    let isMonthFirst = first && (isAmerican || !second)
    let order = JSONTree.string(isMonthFirst ? "month-first" : "day-first")
    let doubt = first && second ? ", with the \(isMonthFirst ? "month" : "day") first, as is usual there" : ""
    let evidence = "\(column.key) is their date, such as \"\(column.texts[0].prefix(20))\"\(doubt)"
    guard column.mostTexts(.most, { yearless($0) != nil }) else {
      return Part(key: "date", rule: .of(("date", rule), ("order", order)), evidence: evidence)
    }
    let hasWeekday = column.texts.contains { $0.contains(" ") }
    let text = hasWeekday ? JSONTree.of(("after", .string(" ")), ("of", rule)) : rule
    return Part(
      key: "date", rule: .of(("date", text), ("order", order), ("year", .of(("received", .literal("0"))))),
      evidence: "\(evidence), of the year that is nearest")
  }

  private static func isDate(_ text: String) -> Bool { LocalDate(text) != nil || LocalDateTime(text) != nil }

  private static func order(of text: String) -> DateRange.Order? {
    DateRange(text, .monthFirst) != nil ? .monthFirst : DateRange(text, .dayFirst) != nil ? .dayFirst : nil
  }

  /// Returns the numbers of a day and a month without a year, "9.10." or "Ma 09.10"; nil for other texts.
  private static func yearless(_ text: String, _ order: DateRange.Order? = nil) -> [Int]? {
    let words = text.split(separator: " ")
    guard let last = words.last, words.count == 1 || words.count == 2 && words[0].allSatisfy({ $0.isLetter || $0 == "." || $0 == "," })
    else { return nil }
    var parts = last.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    let numbers = parts.compactMap { (1...2).contains($0.utf8.count) ? Int($0) : nil }
    guard numbers.count == 2, parts.count == 2, numbers.allSatisfy({ (1...31).contains($0) }), numbers.contains(where: { $0 <= 12 })
    else { return nil }
    return order.map { numbers[$0 == .monthFirst ? 0 : 1] > 12 } == true ? nil : numbers
  }

  // MARK: - Requests

  /// Adds a request for each day or week if the address has a date, which is that of the menus if the reply has none.
  ///
  /// - Throws: if menus of several days have no date.
  mutating func addRequests() throws(MappingProposal.Fault) {
    if let address {
      let (unit, count) = address.isOfWeeks ? ("weeks", 2) : ("days", 7)
      paging = Part(
        key: "paging", rule: .of((unit, .literal("\(count)")), ("missing", .string("empty"))),
        confidence: address.mayBeMonth ? .low : .medium,
        evidence: address.mayBeMonth
          ? "\(address.text) in the address is read as a week, so there is one request for each of \(count) weeks, but it may be a month"
          : "the address has a date, so there is one request for each of \(count) \(unit)")
    }
    try checkDates()
    guard let index = parts.firstIndex(where: { $0.key == "date" }), dateLevel == nil else { return }
    if let address, !address.isOfWeeks {
      parts[index].confidence = .medium
      parts[index].evidence = "the reply has no date, so it is that of its request (\(address.text) in the address)"
    }
  }

  /// Checks that the date and the meal are not both keys: a mapping reads only the innermost.
  func checkKeys() throws(MappingProposal.Fault) {
    if isXML, let key = levels.lazy.flatMap(\.keys).first {
      throw MappingProposal.Fault(
        message:
          "days or meals are the names of elements, such as \(key), which a mapping cannot read: look for a reply in another form, or write a program (Docs/reference/executables.md)"
      )
    }
    try checkWeekdays()
    guard let date = dateLevel, levels[date].isByDate, date < menu, levels[(date + 1)...menu].contains(where: { !$0.keys.isEmpty }) else {
      return
    }
    throw MappingProposal.Fault(
      message:
        "the dates are keys around other keys, \"\(levels[date].keys[0])\" around \"\(levels[menu].keys.first?.prefix(30) ?? "")\", and a mapping can read only the inner ones: look for a reply in another form, or write a program (Docs/reference/executables.md)"
    )
  }

  /// Checks that weekdays are not read as the names of sections, and the dishes of all of them as those of one date.
  private func checkWeekdays() throws(MappingProposal.Fault) {
    let first = dateLevel ?? (isOfReply ? 0 : -1)
    let dates = dateLevel.map { max(levels[$0].table.count, levels[$0].keys.count) } ?? 0
    for level in levels.dropFirst(first + 1) {
      let keys = JSONPointer.tokens(level.pointer) + level.keys
      if let key = keys.map(XMLShape.name).first(where: Self.isWeekday) {
        throw Self.noDates(of: "", ", only weekdays as names such as \"\(key)\"")
      }
      let column = level.columns.first { $0.mostTexts(.half, Self.isWeekday) && Set($0.texts).count > dates }
      if let column { throw Self.noDates(of: level.pointer, ", only \(column.key) such as \"\(column.texts[0].prefix(30))\"") }
    }
  }

  private static func noDates(of pointer: String, _ example: String) -> MappingProposal.Fault {
    MappingProposal.Fault(
      message:
        "\(pointer.isEmpty ? "the reply" : pointer) has several menus, and none of them has a date that a mapping can read\(example): look for a reply with dates, or for one of a single day, or write a program (Docs/reference/executables.md)"
    )
  }

  /// Returns whether a text is a weekday, or begins with its whole name, in a language of the program.
  static func isWeekday(_ text: String) -> Bool {
    if HoursProposal.weekday(text) != nil { return true }
    func plain(_ name: some StringProtocol) -> String {
      let accents: [Character: String] = ["á": "a", "é": "e", "ì": "i", ".": ""]
      return name.lowercased().map { accents[$0] ?? String($0) }.joined()
    }
    let word = text.prefix { $0.isLetter }
    let isOnlyWord = !text.dropFirst(word.count).contains { $0.isLetter }
    return Language.allCases.contains { language in
      let words = language.words
      return ((isOnlyWord ? words.weekdays : []) + words.fullWeekdays).contains { plain($0) == plain(word) }
    }
  }

  /// Checks that one date, such as that of the reply, is not the date of several menus.
  private func checkDates() throws(MappingProposal.Fault) {
    // The meals of one day have no dates.
    let dated = levels[..<(menu + 1)].dropFirst((dateLevel ?? 0) + 1).dropLast(parts.contains { $0.key == "meal" } ? 1 : 0)
    guard let level = dated.first(where: { max($0.table.count, $0.keys.count) > 1 }) else { return }
    let likely = level.columns.first { ($0.has(.eventDate) || $0.has(.timestamp)) && !$0.scalars.isEmpty }
    let advice = likely.map(Self.isEpoch) == true ? "; if these are midnights at the campus, state its --zone" : ""
    let example = likely.map { ", only \($0.key) such as \"\($0.scalars[0].prefix(30))\"\(advice)" } ?? ""
    throw Self.noDates(of: level.pointer, example)
  }
}

/// An address that has a date.
struct DatedAddress {
  /// The address with placeholders instead of the date.
  let template: String
  /// The date as the address has it.
  let text: String
  let isOfWeeks: Bool
  /// The date; nil for a week, or for placeholders.
  let date: LocalDate?
  /// Whether the number of a week may be that of a month.
  private(set) var mayBeMonth = false

  init?(_ address: WebAddress, zone: Zone?) {
    let all = address.description
    let start = all.firstRange(of: "://").map(\.upperBound) ?? all.startIndex
    guard let path = all[start...].firstIndex(of: "/") else { return nil }
    let rest = all[path...]
    func with(_ placeholders: String, for date: Substring) -> String {
      all[..<date.startIndex] + placeholders + all[date.endIndex...]
    }
    if let match = rest.firstMatch(of: #/\{(?:date|year|month|day|week)[^}]*\}/#) {
      // It has placeholders already.
      (template, text, date) = (all, String(match.output), nil)
      isOfWeeks = rest.contains("{week") && !rest.contains("{d")
      return
    }
    if let match = rest.firstMatch(of: #/[\/=](20[0-9]{2}-[0-9]{2}-[0-9]{2})(?![0-9])/#), let found = LocalDate(String(match.1)) {
      (text, isOfWeeks) = (String(match.1), false)
      (template, date) = (with("{date}", for: match.1), found)
      return
    }
    let isAmerican = zone?.name.hasPrefix("America/") == true
    for (pattern, hasYearLast) in [
      (#/[\/=]((20[0-9]{2})([\/\-])([0-9]{1,2})\3([0-9]{1,2}))(?![0-9])/#, false),
      (#/[\/=](([0-9]{1,2})([\/\-])([0-9]{1,2})\3(20[0-9]{2}))(?![0-9])/#, true),
    ] {
      guard let match = rest.firstMatch(of: pattern) else { continue }
      let parts = hasYearLast ? isAmerican ? [match.5, match.2, match.4] : [match.5, match.4, match.2] : [match.2, match.4, match.5]
      guard let found = LocalDate(year: Int(parts[0]) ?? 0, month: Int(parts[1]) ?? 0, day: Int(parts[2]) ?? 0) else { continue }
      let hasZeros = parts[1].utf8.count == 2 && parts[2].utf8.count == 2
      let (month, day) = hasZeros ? ("{month}", "{day}") : ("{month:1}", "{day:1}")
      let names = hasYearLast ? (isAmerican ? [month, day] : [day, month]) + ["{year}"] : ["{year}", month, day]
      (text, isOfWeeks, date) = (String(match.1), false, found)
      template = with(names.joined(separator: String(match.3)), for: match.1)
      return
    }
    guard let match = rest.firstMatch(of: #/\/((20[0-9]{2})\/([0-9]{1,2}))(?![0-9\/])/#), (1...53).contains(Int(match.3) ?? 0) else {
      return nil
    }
    (text, isOfWeeks, date) = (String(match.1), true, nil)
    mayBeMonth = (1...12).contains(Int(match.3) ?? 0)
    template = with("{weekyear}/\(match.3.utf8.count == 2 ? "{week}" : "{week:1}")", for: match.1)
  }
}

/// A part of an address, such as the key of a place.
enum AddressPart {
  /// Returns the rule that finds a part of an address between its neighbors; nil if it finds something else.
  static func rule(for part: Substring, in address: String) -> JSONTree? {
    let marks: Set<Character> = ["/", "=", "&", "?", "."]
    let before = address[..<part.startIndex]
    // From the delimiter before the neighbor: "/canteens/" for 4 in /canteens/4/days.
    guard let delimiter = before.last, marks.contains(delimiter) else { return nil }
    let start = before.dropLast().lastIndex(where: marks.contains) ?? before.startIndex
    let opening = String(before[start...])
    var rule = JSONTree.of(("after", .string(opening)), ("of", .of(("address", .literal("true")))))
    guard let last = address.ranges(of: opening).last else { return nil }
    var found = address[last.upperBound...]
    if let closing = address[part.endIndex...].first {
      rule = .of(("before", .string(String(closing))), ("of", rule))
      found = found[..<(found.firstIndex(of: closing) ?? found.endIndex)]
    }
    return found == part ? rule : nil
  }
}
