public import OpeningHours

/// Describes hours and their differences in words.
struct HoursDescription {
  /// How times and dates are written.
  let style: RegionalStyle
  /// Whether the hours are the occurrences of an event, which is not open or closed.
  var isEvent = false

  /// "hours" or "times".
  var noun: String { isEvent ? "times" : "hours" }

  /// Returns that there are no services on some days: "closed on Fridays, was 09:00–17:00", "no longer on Fridays, was 19:00–21:00".
  func closed(_ when: String, was former: String) -> (text: String, sentence: ChangeSentence) {
    let text = "\(isEvent ? "no longer" : "closed") \(when), was \(former)"
    return (text, .predicate("is \(text)"))
  }

  /// Returns the difference of two days as text: "opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00".
  ///
  /// - Parameter when: the days, such as "on Fridays".
  func change(_ old: DayPlan, _ new: DayPlan, _ when: String) -> (text: String, sentence: ChangeSentence) {
    let (before, after) = (Day(old), Day(new))
    func state(_ text: String) -> (String, ChangeSentence) { (text, .predicate("is \(text)")) }
    func about(_ noun: String, _ text: String) -> (String, ChangeSentence) { ("\(noun) \(when) \(text)", .of(noun, "\(when) \(text)")) }
    if new == .unknown { return about(noun, "are no longer known, were \(services(of: old))") }
    if old == .unknown { return about(noun, "are known now: \(services(of: new))") }
    if after.spans.isEmpty { return closed(when, was: services(of: old)) }
    if before.spans.isEmpty { return state("now \(isEvent ? "also" : "open") \(when): \(services(of: new))") }
    if isEvent, after.isWhole || before.isWhole { return about(noun, "are \(services(of: new)), were \(services(of: old))") }
    if after.isWhole { return state("open around the clock \(when), was \(services(of: old))") }
    if before.isWhole { return state("no longer open around the clock \(when): \(services(of: new))") }
    if let change = change(before.spans, after.spans) {
      let text = "\(change) \(when): \(services(of: new)), was \(services(of: old))"
      return (text, .predicate(text))
    }
    return about(before.spans == after.spans ? "services" : noun, "are \(services(of: new)), were \(services(of: old))")
  }

  /// "opens an hour later and closes 30 minutes earlier"; nil if more than the first opening and the last closing time differ.
  private func change(_ old: [Range<Int>], _ new: [Range<Int>]) -> String? {
    let (old, new) = (old.flatMap { [$0.lowerBound, $0.upperBound] }, new.flatMap { [$0.lowerBound, $0.upperBound] })
    guard old.count == new.count, old != new, old.dropFirst().dropLast() == new.dropFirst().dropLast() else { return nil }
    let verbs = isEvent ? ("starts", "ends") : ("opens", "closes")
    return [(verbs.0, 0), (verbs.1, old.count - 1)].filter { old[$0.1] != new[$0.1] }.map { verb, index in
      "\(verb) \(Self.duration(abs(new[index] - old[index]))) \(new[index] > old[index] ? "later" : "earlier")"
    }.joined(separator: " and ")
  }

  /// Returns special hours as text: "closed 22–26 November", "open 10:00–14:00 on 12 October, was closed".
  ///
  /// - Parameters:
  ///   - old: the special hours that these replace; nil if the usual ones.
  ///   - when: the dates, such as "22–26 November".
  func special(_ new: DayPlan, was old: DayPlan?, _ when: String) -> String {
    let after = Day(new)
    if isEvent { return "\(services(of: new)) on \(when)" + (old.map { ", was \(services(of: $0))" } ?? "") }
    let what =
      after.spans.isEmpty ? "closed \(when)" : after.isWhole ? "open around the clock \(when)" : "open \(services(of: new)) on \(when)"
    return what + (old.map { ", was \(services(of: $0))" } ?? "")
  }

  // MARK: - A whole schedule

  /// Returns the usual week of a schedule as text: "open Monday to Friday 09:00–17:00 and Saturday 10:00–14:00".
  ///
  /// Special hours count only if there are no others; the first known week from the date on is then described.
  ///
  /// - Returns: nil if no hours are known from the date on.
  func week(of hours: Schedule, from date: LocalDate) -> String? {
    let regular = hours.layers.filter { $0.level <= .term }
    let usual = regular.isEmpty ? hours : Schedule(zone: hours.zone, layers: regular)
    guard let first = usual.firstKnownDay(from: date) else { return nil }
    let days = (0..<7).compactMap { first.adding(days: $0) }.sorted { $0.weekday < $1.weekday }.map { ($0.weekday, usual.plan(on: $0)) }
    var groups: [(plan: DayPlan, days: [Weekday])] = []
    for (day, plan) in days where plan != .unknown {
      if let index = groups.firstIndex(where: { $0.plan == plan }) { groups[index].days.append(day) } else { groups.append((plan, [day])) }
    }
    let start = regular.isEmpty ? "in the week from \(style.date(first)) " : ""
    return start + (week(groups.map { ($0.days, $0.plan) }) ?? services(of: .closed))
  }

  /// Returns the hours of weekdays as text: "open Monday to Thursday 09:00–17:00, Friday 09:00–15:00, and Saturday and Sunday 10:00–14:00";
  /// nil if all are closed.
  func week(_ groups: [(days: [Weekday], plan: DayPlan)]) -> String? {
    let open = groups.filter { !$0.plan.services.isEmpty }.map { group in
      let isWhole = Day(group.plan).isWhole
      let hours = isWhole ? "around the clock" : services(of: group.plan)
      return group.days.count == 7 && isWhole ? hours : "\(Self.list(of: group.days)) \(hours)"
    }
    guard let last = open.last else { return nil }
    let verb = isEvent ? "" : "open "
    if open.count == 1 { return verb + last }
    // Hours that contain commas are separated by semicolons.
    let separator = groups.contains { $0.plan.services.count > 1 } ? "; " : ", "
    let isShort = open.count == 2 && separator == ", "
    return "\(verb)\(open.dropLast().joined(separator: separator))\(isShort ? " " : separator)and \(last)"
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

  /// Returns how a week became shorter: "open 85 h a week, was 105 h 30 min".
  ///
  /// - Parameters:
  ///   - was: the former minutes of the week.
  ///   - now: the minutes of the week.
  static func loss(_ was: Int, _ now: Int) -> String {
    func hours(_ minutes: Int) -> String { "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min") }
    return "open \(hours(now)) a week, was \(hours(was))"
  }

  /// Returns weekdays as text: "on Fridays", "from Monday to Thursday", "every day", "every day except Fridays".
  ///
  /// Three or more consecutive days form a range, but not across Sunday and Monday.
  ///
  /// - Parameter days: ascending.
  static func weekdays(_ days: [Weekday]) -> String {
    if days.count == 7 { return "every day" }
    if let (first, last) = range(of: days) { return "from \(first.name) to \(last.name)" }
    if days.count == 6, let other = Weekday.allCases.first(where: { !days.contains($0) }) { return "every day except \(other.name)s" }
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

  /// Returns dates as text: "on Thu 26 Nov 2026", "from Thu 26 Nov 2026 to Fri 27 Nov 2026", "from Thu 26 Nov 2026 on".
  func dates(_ first: LocalDate, _ last: LocalDate) -> String {
    if last == .last { return "from \(style.date(first)) on" }
    return first == last ? "on \(style.date(first))" : "from \(style.date(first)) to \(style.date(last))"
  }

  /// Returns the hours of a day as text: "07:30–10:15 Breakfast, 11:00–14:00 Lunch"; "closed".
  func services(of plan: DayPlan) -> String {
    if plan.services.isEmpty { return isEvent ? "none" : "closed" }
    return plan.services.map { service in
      let isWhole = service.opens == .midnight && service.closes == .endOfDay
      let times = isWhole ? isEvent ? "all day" : "open all day" : style.times(Int(service.opens.minutes), Int(service.closes.minutes))
      return times + (service.label.map { " \($0)" } ?? "")
    }.joined(separator: ", ")
  }

  /// The hours of a day, for descriptions.
  struct Day {
    /// The services with adjacent and overlapping ones joined, whatever their labels. In minutes after the midnight at which the day
    /// begins, possibly past 1440.
    let spans: [Range<Int>]

    init(_ plan: DayPlan) { spans = plan.openMinutes }

    var isWhole: Bool { spans == [0..<1440] }

    /// The open time in minutes.
    var minutes: Int { spans.reduce(0) { $0 + $1.count } }
  }
}

extension Schedule {
  /// Returns the usual week in words, from the local date of a moment on: "open Monday to Friday 09:00–17:00"; nil if unknown.
  ///
  /// - Parameter style: how times and dates are written.
  public func weekText(at moment: Instant, _ style: RegionalStyle = .international) -> String? {
    HoursDescription(style: style).week(of: self, from: zone.local(moment).date)
  }

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
