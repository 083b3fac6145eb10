public import OpeningHours

/// Describes hours and their differences in words.
enum HoursDescription {
  /// Returns the difference of two days as text: "opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00".
  ///
  /// - Parameter when: the days, such as "on Fridays".
  static func change(_ old: DayPlan, _ new: DayPlan, _ when: String) -> (text: String, sentence: ChangeSentence) {
    let (before, after) = (Day(old), Day(new))
    func state(_ text: String) -> (String, ChangeSentence) { (text, .predicate("is \(text)")) }
    func about(_ noun: String, _ text: String) -> (String, ChangeSentence) { ("\(noun) \(when) \(text)", .of(noun, "\(when) \(text)")) }
    if new == .unknown { return about("hours", "are no longer known, were \(before.text)") }
    if old == .unknown { return about("hours", "are known now: \(after.text)") }
    if after.spans.isEmpty { return state("closed \(when), was \(before.text)") }
    if before.spans.isEmpty { return state("now open \(when): \(after.text)") }
    if after.isWhole { return state("open around the clock \(when), was \(before.text)") }
    if before.isWhole { return state("no longer open around the clock \(when): \(after.text)") }
    if let change = change(before.spans, after.spans) {
      let text = "\(change) \(when): \(after.text), was \(before.text)"
      return (text, .predicate(text))
    }
    return about(before.spans == after.spans ? "services" : "hours", "are \(after.text), were \(before.text)")
  }

  /// "opens an hour later and closes 30 minutes earlier"; nil if more than the first opening and the last closing time differ.
  private static func change(_ old: [Range<Int>], _ new: [Range<Int>]) -> String? {
    let (old, new) = (old.flatMap { [$0.lowerBound, $0.upperBound] }, new.flatMap { [$0.lowerBound, $0.upperBound] })
    guard old.count == new.count, old != new, old.dropFirst().dropLast() == new.dropFirst().dropLast() else { return nil }
    return [("opens", 0), ("closes", old.count - 1)].filter { old[$0.1] != new[$0.1] }.map { verb, index in
      "\(verb) \(duration(abs(new[index] - old[index]))) \(new[index] > old[index] ? "later" : "earlier")"
    }.joined(separator: " and ")
  }

  /// Returns special hours as text: "closed 22–26 November", "open 10:00–14:00 on 12 October, was closed".
  ///
  /// - Parameters:
  ///   - old: the special hours that these replace; nil if the usual ones.
  ///   - when: the dates, as `shortDates` writes them.
  static func special(_ new: DayPlan, was old: DayPlan?, _ when: String) -> String {
    let after = Day(new)
    let what = after.spans.isEmpty ? "closed \(when)" : after.isWhole ? "open around the clock \(when)" : "open \(after.text) on \(when)"
    return what + (old.map { ", was \(Day($0).text)" } ?? "")
  }

  // MARK: - A whole schedule

  /// Returns the usual week of a schedule as text: "open Monday to Friday 09:00–17:00 and Saturday 10:00–14:00".
  ///
  /// Special hours count only if there are no others; the first known week from the date on is then described.
  ///
  /// - Returns: nil if no hours are known from the date on.
  static func week(of hours: Schedule, from date: LocalDate) -> String? {
    let regular = hours.layers.filter { $0.level <= .term }
    let usual = regular.isEmpty ? hours : Schedule(zone: hours.zone, layers: regular)
    guard let first = usual.firstKnownDay(from: date) else { return nil }
    let days = (0..<7).compactMap { first.adding(days: $0) }.sorted { $0.weekday < $1.weekday }.map { ($0.weekday, usual.plan(on: $0)) }
    var groups: [(plan: DayPlan, days: [Weekday])] = []
    for (day, plan) in days where plan != .unknown {
      if let index = groups.firstIndex(where: { $0.plan == plan }) { groups[index].days.append(day) } else { groups.append((plan, [day])) }
    }
    let start = regular.isEmpty ? "in the week from \(first.longText) " : ""
    return start + (week(groups.map { ($0.days, $0.plan) }) ?? "closed")
  }

  /// Returns the hours of weekdays as text: "open Monday to Thursday 09:00–17:00, Friday 09:00–15:00, and Saturday and Sunday 10:00–14:00";
  /// nil if all are closed.
  static func week(_ groups: [(days: [Weekday], plan: DayPlan)]) -> String? {
    let open = groups.filter { !$0.plan.services.isEmpty }.map { group in
      let day = Day(group.plan)
      let hours = day.isWhole ? "around the clock" : day.text
      return group.days.count == 7 && day.isWhole ? hours : "\(list(of: group.days)) \(hours)"
    }
    guard let last = open.last else { return nil }
    if open.count == 1 { return "open \(last)" }
    // Hours that contain commas are separated by semicolons.
    let separator = groups.contains { $0.plan.services.count > 1 } ? "; " : ", "
    let isShort = open.count == 2 && separator == ", "
    return "open \(open.dropLast().joined(separator: separator))\(isShort ? " " : separator)and \(last)"
  }

  /// "Friday", "Monday to Thursday", "Saturday and Sunday", "every day".
  private static func list(of days: [Weekday]) -> String {
    if days.count == 7 { return "every day" }
    if let (first, last) = range(of: days) { return "\(first.name) to \(last.name)" }
    return joined(days.map(\.name))
  }

  // MARK: - Times and dates

  /// Returns a number of minutes as text: "a minute", "30 minutes", "an hour", "2 hours", "1 h 30 min".
  static func duration(_ minutes: Int) -> String {
    switch minutes {
    case 1: "a minute"
    case ..<60: "\(minutes) minutes"
    case 60: "an hour"
    case _ where minutes % 60 == 0: "\(minutes / 60) hours"
    default: "\(minutes / 60) h \(minutes % 60) min"
    }
  }

  /// Returns weekdays as text: "on Fridays", "from Monday to Thursday", "every day".
  ///
  /// Three or more consecutive days form a range, but not across Sunday and Monday.
  ///
  /// - Parameter days: ascending.
  static func weekdays(_ days: [Weekday]) -> String {
    if days.count == 7 { return "every day" }
    if let (first, last) = range(of: days) { return "from \(first.name) to \(last.name)" }
    return "on " + joined(days.map { "\($0.name)s" })
  }

  /// Returns the first and the last of three or more consecutive days; nil for other days.
  private static func range(of days: [Weekday]) -> (first: Weekday, last: Weekday)? {
    guard days.count > 2, let first = days.first, let last = days.last, last.rawValue - first.rawValue == days.count - 1 else { return nil }
    return (first, last)
  }

  /// "Mondays, Wednesdays and Fridays".
  private static func joined(_ names: [String]) -> String {
    names.count > 1 ? names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])" : names.joined()
  }

  /// Returns dates as text: "on Thu 26 Nov 2026", "from Thu 26 Nov 2026 to Fri 27 Nov 2026".
  static func dates(_ first: LocalDate, _ last: LocalDate) -> String {
    first == last ? "on \(first.longText)" : "from \(first.longText) to \(last.longText)"
  }

  /// Returns dates as text: "26 November", "22–26 November", "30 November–2 December", "24 December 2027–2 January 2028".
  ///
  /// - Parameter year: the year that is left out.
  static func shortDates(_ first: LocalDate, _ last: LocalDate, year: Int) -> String {
    let (from, to) = (first.components, last.components)
    func month(_ date: (year: Int, month: Int, day: Int), _ hasYear: Bool) -> String {
      "\(date.day) \(LocalDate.fullMonthNames[date.month - 1])" + (hasYear ? " \(date.year)" : "")
    }
    if first == last { return month(from, from.year != year) }
    if (from.year, from.month) == (to.year, to.month) { return "\(from.day)–\(month(to, to.year != year))" }
    let hasYears = from.year != to.year
    return "\(month(from, hasYears))–\(month(to, hasYears || to.year != year))"
  }

  /// The hours of a day, for descriptions.
  struct Day {
    let services: ArraySlice<Service>
    /// The services with adjacent and overlapping ones joined, whatever their labels. In minutes after the midnight at which the day
    /// begins, possibly past 1440.
    let spans: [Range<Int>]

    init(_ plan: DayPlan) {
      services = plan.services
      spans = plan.openMinutes
    }

    var isWhole: Bool { spans == [0..<1440] }

    /// The open time in minutes.
    var minutes: Int { spans.reduce(0) { $0 + $1.count } }

    /// "07:30–10:15 Breakfast, 11:00–14:00 Lunch"; a closing time past midnight is given on the next day's clock.
    var text: String {
      if services.isEmpty { return "closed" }
      return services.map { service in
        if service.opens == .midnight, service.closes == .endOfDay { return "open all day" + (service.label.map { " \($0)" } ?? "") }
        let closes = service.closes > .endOfDay ? LocalTime(minutes: Int(service.closes.minutes) - 1440) ?? service.closes : service.closes
        return "\(service.opens)–\(closes)" + (service.label.map { " \($0)" } ?? "")
      }.joined(separator: ", ")
    }
  }
}

extension Schedule {
  /// Returns the usual week in words, from the local date of a moment on: "open Monday to Friday 09:00–17:00"; nil if unknown.
  public func weekText(at moment: Instant) -> String? { HoursDescription.week(of: self, from: zone.local(moment).date) }

  /// Returns the first service day from this one on whose hours are known; nil if there is none.
  fileprivate func firstKnownDay(from date: LocalDate) -> LocalDate? {
    if plan(on: date) != .unknown { return date }
    // A day becomes known where a layer begins, or on a weekday of the first week after that.
    let starts = layers.flatMap(\.boundaries).filter { $0 > date.daysSinceEpoch }.sorted().prefix(366)
    for start in [date.daysSinceEpoch] + starts {
      for day in start..<(start + 7) {
        if let found = LocalDate(daysSinceEpoch: Int(day)), plan(on: found) != .unknown { return found }
      }
    }
    return nil
  }
}
