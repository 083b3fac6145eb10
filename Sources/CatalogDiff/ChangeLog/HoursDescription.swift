/// Describes hours and their differences in words.
enum HoursDescription {
  /// Returns the difference of two days as text: "opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00".
  ///
  /// - Parameter when: the days, such as "on Fridays".
  static func sentence(_ old: DayPlan, _ new: DayPlan, _ when: String) -> String {
    let (before, after) = (Day(old), Day(new))
    if new == .unknown { return "hours \(when) are no longer known, were \(before.text)" }
    if old == .unknown { return "hours \(when) are known now: \(after.text)" }
    if after.spans.isEmpty { return "closed \(when), was \(before.text)" }
    if before.spans.isEmpty { return "now open \(when): \(after.text)" }
    if after.isWhole { return "open around the clock \(when), was \(before.text)" }
    if !before.isWhole, let change = change(before.spans, after.spans) { return "\(change) \(when): \(after.text), was \(before.text)" }
    let what = before.spans == after.spans ? "services" : "hours"
    return "\(what) \(when) are \(after.text), were \(before.text)"
  }

  /// "opens an hour later and closes 30 minutes earlier"; nil if more than the first opening and the last closing time differ.
  private static func change(_ old: [Range<Int>], _ new: [Range<Int>]) -> String? {
    let (old, new) = (old.flatMap { [$0.lowerBound, $0.upperBound] }, new.flatMap { [$0.lowerBound, $0.upperBound] })
    guard old.count == new.count, old != new, old.dropFirst().dropLast() == new.dropFirst().dropLast() else { return nil }
    return [("opens", 0), ("closes", old.count - 1)].filter { old[$0.1] != new[$0.1] }.map { verb, index in
      "\(verb) \(duration(abs(new[index] - old[index]))) \(new[index] > old[index] ? "later" : "earlier")"
    }.joined(separator: " and ")
  }

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
    if days.count > 2, let first = days.first, let last = days.last, last.rawValue - first.rawValue == days.count - 1 {
      return "from \(name(first)) to \(name(last))"
    }
    let names = days.map { name($0) + "s" }
    return "on " + (names.count > 1 ? names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])" : names.joined())
  }

  /// Returns dates as text: "on Thu 26 Nov 2026", "from Thu 26 Nov 2026 to Fri 27 Nov 2026".
  static func dates(_ first: LocalDate, _ last: LocalDate) -> String {
    first == last ? "on \(first.longText)" : "from \(first.longText) to \(last.longText)"
  }

  private static func name(_ day: Weekday) -> String { names[day.rawValue] }

  /// Monday first.
  private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  private struct Day {
    let services: ArraySlice<Service>
    /// The services with adjacent and overlapping ones joined, whatever their labels. In minutes after the midnight at which the day begins,
    /// possibly past 1440.
    let spans: [Range<Int>]

    init(_ plan: DayPlan) {
      services = plan.services
      var spans: [Range<Int>] = []
      for service in services {
        let (opens, closes) = (Int(service.opens.minutes), Int(service.closes.minutes))
        if let last = spans.last, last.upperBound >= opens {
          spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, closes)
        } else {
          spans.append(opens..<closes)
        }
      }
      self.spans = spans
    }

    var isWhole: Bool { spans == [0..<1440] }

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
