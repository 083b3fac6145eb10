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
    /// Public holidays to which the rule applies in addition to its weekdays.
    var holidays: [ClosedRange<LocalDate>] = []
    var plan: DayPlan
    /// Whether the rule adds to the rules before it instead of replacing their days.
    var adds: Bool

    func covers(_ date: LocalDate) -> Bool {
      if let from, date < from { return false }
      if let to, date > to { return false }
      return weekdays[date.weekday.rawValue] || holidays.contains { $0.contains(date) }
    }

    /// The days on which the rule begins to apply or stops applying.
    var boundaries: [Int32] {
      [from?.daysSinceEpoch, to.map { $0.daysSinceEpoch + 1 }].compactMap { $0 }
        + holidays.flatMap { [$0.lowerBound.daysSinceEpoch, $0.upperBound.daysSinceEpoch + 1] }
    }
  }

  private let text: [UInt8]
  private var index = 0
  private let context: OSMContext?
  /// The parts of the text that were left out or read in another way.
  private(set) var remarks: [String] = []

  /// - Parameter context: how to read unsupported parts; nil to refuse them.
  init(_ text: String, _ context: OSMContext? = nil) {
    self.text = Array(text.utf8)
    self.context = context
  }

  private static let maximumBytes = 16_384

  mutating func rules() throws(OSMHoursError) -> [Rule] {
    guard text.count <= Self.maximumBytes else { throw error("more than \(Self.maximumBytes) bytes", at: Self.maximumBytes) }
    var rules: [Rule] = []
    var adds = false
    skipSpaces()
    while index < text.count {
      if let rule = try rule(adds: adds) { rules.append(rule) }
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

  /// Reads a rule; nil if it is only about holidays, and these are not known.
  private mutating func rule(adds: Bool) throws(OSMHoursError) -> Rule? {
    var rule = Rule(plan: .closed, adds: adds)
    let start = index
    var days = DayList()
    if !matches("24/7") {
      if isYear { (rule.from, rule.to) = try dates() }
      days = try self.days()
      if days.isListed { (rule.weekdays, rule.holidays) = (days.weekdays, days.namesPublicHolidays ? context?.holidays ?? [] : []) }
      skipSpaces()
      if take(":") { skipSpaces() }
    }
    let isUnusable = days.isListed && !days.weekdays.contains(true) && rule.holidays.isEmpty
    do throws(OSMHoursError) {
      rule.plan = try plan(hasDays: index > start)
    } catch {
      guard isUnusable else { throw error }
      while index < text.count, !matches(";") { index += 1 }
    }
    if days.namesSchoolHolidays || days.namesPublicHolidays && context?.holidays.isEmpty ?? true {
      let shown = String(decoding: text[start..<index], as: UTF8.self)
      remarks.append("\(isUnusable ? "a rule for holidays is left out" : "holidays are left out of a rule"): \"\(shown.prefix(60))\"")
    }
    if isUnusable { return nil }
    // Closing hours are not added: they replace.
    if rule.plan == .closed, days.namesPublicHolidays { rule.adds = false }
    return rule
  }

  /// Reads the hours or the state of a rule, and a comment. A comment without a state makes the hours unknown; a comment after "open" is
  /// their label.
  private mutating func plan(hasDays: Bool) throws(OSMHoursError) -> DayPlan {
    var plan = DayPlan.wholeDay
    var state: DayPlan?
    if !take("24/7") {
      if isDigit(index) {
        plan = DayPlan(try services())
      } else if !(matches("open") || matches("off") || matches("closed") || matches("unknown") || matches("\"")),
        // Days alone are open all day.
        !hasDays || !(index == text.count || matches(";"))
      {
        throw error("expected dates (\"2026 Nov 21-25\"), days (\"Mo-Fr\"), times (\"08:00-17:00\"), \"off\" or \"unknown\"")
      } else if take("off") || take("closed") {
        state = .closed
      }
    }
    skipSpaces()
    var isOpen = false
    if state == nil, take("unknown") { state = .unknown } else if state == nil, take("open") { isOpen = true }
    let comment = try comment()
    if let state { return state }
    guard let comment else { return plan }
    return isOpen ? plan.labeled(comment) : .unknown
  }

  /// Reads a comment in quotes; nil if there is none.
  private mutating func comment() throws(OSMHoursError) -> String? {
    skipSpaces()
    let start = index
    guard take("\"") else { return nil }
    while index < text.count, text[index] != UInt8(ascii: "\"") { index += 1 }
    if !take("\"") { throw error("the comment is not terminated", at: start) }
    return String(decoding: text[start + 1..<index - 1], as: UTF8.self)
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

  /// The days of a rule.
  private struct DayList {
    var weekdays = Array(repeating: false, count: 7)
    var namesPublicHolidays = false
    var namesSchoolHolidays = false

    var isListed: Bool { namesPublicHolidays || namesSchoolHolidays || weekdays.contains(true) }
  }

  /// Reads "Mo-Fr", "Mo,We", "Fr-Mo", "Su,PH"; empty if the text does not continue with days.
  private mutating func days() throws(OSMHoursError) -> DayList {
    var days = DayList()
    skipSpaces()
    if LocalDate.monthNames.contains(where: { matches($0) }) {
      throw error("dates need a year; yearly dates cannot be expressed in a schedule")
    }
    if matches("week") || matches("easter") || context == nil && (matches("PH") || matches("SH")) {
      throw error("public and school holidays, weeks and Easter cannot be expressed in a schedule; give dates")
    }
    var end = index
    while try add(to: &days) {
      end = index
      guard take(",") else { return days }
      skipSpaces()
    }
    // The comma begins the next rule.
    index = end
    return days
  }

  /// Reads a weekday, a range of them, or holidays. Returns false if the text does not continue with one.
  private mutating func add(to days: inout DayList) throws(OSMHoursError) -> Bool {
    if context != nil, take("PH") {
      days.namesPublicHolidays = true
    } else if context != nil, take("SH") {
      days.namesSchoolHolidays = true
    } else {
      guard var day = weekday() else { return false }
      if take("-") {
        guard let last = weekday() else { throw error("expected a weekday such as \"Fr\"") }
        while day != last {
          days.weekdays[day] = true
          day = (day + 1) % 7
        }
      }
      days.weekdays[day] = true
    }
    if matches("[") { throw error("days of a month (\"Mo[1]\") cannot be expressed in a schedule; give dates") }
    let words = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su", "PH", "SH"]
    if days.namesPublicHolidays || days.namesSchoolHolidays, matches("-") || words.contains(where: { matches(" \($0)") }) {
      throw error("holidays on some weekdays cannot be expressed in a schedule; give dates")
    }
    return true
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
      // Many feeds write 23:59 for the midnight that ends a day.
      if closes % 1440 == 1439, context != nil { closes += 1 }
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

/// The context of OSM `opening_hours` text in a feed: what the text refers to without stating it.
package struct OSMContext: Sendable {
  /// The public holidays; empty if they are not known. They are then left out of rules, with a remark.
  package let holidays: [ClosedRange<LocalDate>]

  package init(holidays: [ClosedRange<LocalDate>]) { self.holidays = holidays }
}

extension DayPlan {
  /// Returns the plan with a label for each service.
  fileprivate func labeled(_ label: String) -> DayPlan {
    guard case .services(let services) = self, !label.isEmpty else { return self }
    return DayPlan(services.map { Service(unchecked: $0.opens, $0.closes, label: label) })
  }
}

/// An error that describes why text could not be read as OSM `opening_hours`, and where.
public struct OSMHoursError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The zero-based position of the error, in bytes.
  public let offset: Int
  /// The problem at that position and a valid form, without a period.
  public let message: String

  public var description: String { "opening_hours, byte \(offset): \(message)" }
}
