/// A parser for the subset of OSM `opening_hours` text that a schedule can express.
struct OSMReader {
  /// A rule of OSM `opening_hours` text.
  struct Rule {
    /// The first day; nil for all dates.
    var from: LocalDate?
    /// The last day, inclusive; nil if the rule has no end.
    var to: LocalDate?
    /// Whether the rule applies to each weekday, Monday first.
    var weekdays: [Bool] = Array(repeating: true, count: 7)
    var plan: DayPlan
    /// Whether the rule adds to the rules before it instead of replacing their days.
    var adds: Bool

    func covers(_ date: LocalDate) -> Bool {
      if let from, date < from { return false }
      if let to, date > to { return false }
      return weekdays[date.weekday.rawValue]
    }

    /// The days on which the rule begins to apply or stops applying.
    var boundaries: [Int32] { [from?.daysSinceEpoch, to.map { $0.daysSinceEpoch + 1 }].compactMap { $0 } }
  }

  private let text: [UInt8]
  private var index = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func rules() throws(OSMHoursError) -> [Rule] {
    var rules: [Rule] = []
    var adds = false
    skipSpaces()
    while index < text.count {
      rules.append(try rule(adds: adds))
      skipSpaces()
      if index == text.count { break }
      if take("||") { throw error("fallback rules cannot be expressed in a schedule", at: index - 2) }
      adds = take(",")
      if !adds, !take(";") { throw error("expected \";\", \",\" or the end") }
      skipSpaces()
    }
    if rules.isEmpty { throw error("no opening hours; write \"off\" for a place that is always closed") }
    return rules
  }

  // MARK: - Rules

  private mutating func rule(adds: Bool) throws(OSMHoursError) -> Rule {
    var rule = Rule(plan: .closed, adds: adds)
    let start = index
    if take("24/7") {
      rule.plan = .wholeDay
      return rule
    }
    if isYear { (rule.from, rule.to) = try dates() }
    if let days = try weekdays() { rule.weekdays = days }
    skipSpaces()
    if take(":") { skipSpaces() }
    if take("off") || take("closed") {
      rule.plan = .closed
    } else if take("unknown") {
      rule.plan = .unknown
    } else if take("open") || take("24/7") || index > start && (index == text.count || matches(";")) {
      // Days alone are open all day.
      rule.plan = .wholeDay
    } else if isDigit(index) {
      rule.plan = DayPlan(try services())
    } else {
      throw error("expected dates (\"2026 Nov 21-25\"), days (\"Mo-Fr\"), times (\"08:00-17:00\"), \"off\" or \"unknown\"")
    }
    try comment()
    return rule
  }

  /// Skips a comment in quotes.
  private mutating func comment() throws(OSMHoursError) {
    skipSpaces()
    let start = index
    guard take("\"") else { return }
    while index < text.count, text[index] != UInt8(ascii: "\"") { index += 1 }
    if !take("\"") { throw error("the comment is not terminated", at: start) }
  }

  // MARK: - Dates

  private var isYear: Bool { (0..<4).allSatisfy { isDigit(index + $0) } && !isDigit(index + 4) }

  /// Reads dates such as "2026 Nov 05", "2026 Nov 05-07", "2026 Nov 29-Dec 03", "2026 Dec 24-2027 Jan 02", "2026 Nov 05+", "2027+".
  private mutating func dates() throws(OSMHoursError) -> (from: LocalDate, to: LocalDate?) {
    let start = index
    let year = try number(digits: 4, "a year")
    if take("+") { return (try date(year, 1, 1, at: start), nil) }
    skipSpaces()
    guard let month = month() else { throw error("expected a month such as \"Nov\"; rules for whole years are not supported") }
    skipSpaces()
    let from = try date(year, month, try number(digits: 2, "a day of the month"), at: start)
    if take("+") { return (from, nil) }
    guard take("-") else { return (from, from) }
    let end = index
    var (lastYear, lastMonth) = (year, month)
    if isYear {
      lastYear = try number(digits: 4, "a year")
      skipSpaces()
    }
    if let found = self.month() {
      lastMonth = found
      skipSpaces()
    }
    let to = try date(lastYear, lastMonth, try number(digits: 2, "a day of the month"), at: end)
    if to < from { throw error("\(to) is before \(from); give both years of a range that spans New Year", at: end) }
    return (from, to)
  }

  private mutating func month() -> Int? { LocalDate.monthNames.firstIndex { take($0) }.map { $0 + 1 } }

  private func date(_ year: Int, _ month: Int, _ day: Int, at offset: Int) throws(OSMHoursError) -> LocalDate {
    guard let date = LocalDate(year: year, month: month, day: day) else { throw error("the date does not exist", at: offset) }
    return date
  }

  // MARK: - Weekdays

  /// Reads "Mo-Fr", "Mo,We", "Fr-Mo"; nil if the text does not continue with a weekday.
  private mutating func weekdays() throws(OSMHoursError) -> [Bool]? {
    skipSpaces()
    guard let first = weekday() else {
      if LocalDate.monthNames.contains(where: { matches($0) }) {
        throw error("dates need a year; yearly dates cannot be expressed in a schedule")
      }
      if matches("PH") || matches("SH") || matches("week") || matches("easter") {
        throw error("public and school holidays, weeks and Easter cannot be expressed in a schedule; give dates")
      }
      return nil
    }
    var days = Array(repeating: false, count: 7)
    var start = first
    while true {
      var day = start
      if take("-") {
        guard let last = weekday() else { throw error("expected a weekday such as \"Fr\"") }
        while day != last {
          days[day] = true
          day = (day + 1) % 7
        }
      }
      days[day] = true
      if matches("[") { throw error("days of a month (\"Mo[1]\") cannot be expressed in a schedule; give dates") }
      let end = index
      guard take(",") else { return days }
      skipSpaces()
      guard let next = weekday() else {
        // The comma begins the next rule.
        index = end
        return days
      }
      start = next
    }
  }

  private mutating func weekday() -> Int? { Weekday.allCases.first { take("\($0.osm)") }?.rawValue }

  // MARK: - Times

  /// Reads times such as "08:00-12:00,13:00-02:00".
  private mutating func services() throws(OSMHoursError) -> [Service] {
    var services: [Service] = []
    while true {
      let start = index
      let opens = try time()
      if matches("+") { throw error("open-ended times cannot be expressed in a schedule") }
      guard take("-") else { throw error("expected \"-\" and a closing time") }
      var closes = try time()
      if matches("+") || matches("/") { throw error("open-ended and repeated times cannot be expressed in a schedule") }
      if closes == opens { throw error("the opening and closing times are the same; write 00:00-24:00 for a whole day", at: start) }
      if closes < opens { closes += 1440 }
      // A service lasts at most 24 hours, so a longer one becomes two that overlap.
      let parts = closes - opens <= 1440 ? [(opens, closes)] : [(opens, opens + 1440), (closes - 1440, closes)]
      for (opens, closes) in parts {
        guard let from = LocalTime(minutes: opens), let to = LocalTime(minutes: closes), let service = Service(opens: from, closes: to)
        else {
          throw error("a span must begin before 24:00 and end by 48:00", at: start)
        }
        services.append(service)
      }
      let end = index
      skipSpaces()
      if take(",") {
        skipSpaces()
        if isDigit(index), !isYear { continue }
      }
      // A date or weekday after a comma begins the next rule.
      index = end
      return services
    }
  }

  /// Reads a time from "8:00" to "48:00", in minutes.
  private mutating func time() throws(OSMHoursError) -> Int {
    let start = index
    while isDigit(index), index - start < 2 { index += 1 }
    guard index > start, let hour = text.span.digits(start, index - start), take(":"), isDigit(index), isDigit(index + 1),
      !isDigit(index + 2)
    else {
      throw error("expected a time such as \"08:00\"; times such as \"sunrise\" cannot be expressed in a schedule", at: start)
    }
    let minute = try number(digits: 2, "minutes")
    guard minute < 60, hour * 60 + minute <= 2880 else { throw error("the time does not exist", at: start) }
    return hour * 60 + minute
  }

  // MARK: - Bytes

  private mutating func number(digits: Int, _ what: String) throws(OSMHoursError) -> Int {
    guard index + digits <= text.count, let value = text.span.digits(index, digits) else {
      throw error("expected \(what) of \(digits) digits")
    }
    index += digits
    return value
  }

  private func isDigit(_ index: Int) -> Bool { index < text.count && text[index] &- UInt8(ascii: "0") <= 9 }

  private mutating func skipSpaces() {
    while index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
  }

  private func matches(_ word: String) -> Bool { text[index...].starts(with: word.utf8) }

  private mutating func take(_ word: String) -> Bool {
    guard matches(word) else { return false }
    index += word.utf8.count
    return true
  }

  private func error(_ message: String, at offset: Int? = nil) -> OSMHoursError { OSMHoursError(offset: offset ?? index, message: message) }
}

/// An error that describes why text could not be read as OSM `opening_hours`, and where.
public struct OSMHoursError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The zero-based position of the error, in bytes.
  public let offset: Int
  /// The problem at that position and a valid form, without a period.
  public let message: String

  public var description: String { "opening_hours, byte \(offset): \(message)" }
}
