import OpeningHours

/// Describes the dates whose hours became known and differ from the usual week of a place, and the usual weeks that change with new hours.
///
/// Dates that are explained, such as holidays, and dates that have passed without a second one like them are not described.
struct UsualWeekChanges {
  /// Changes with the codes `hours.week` and `hours.unusual`.
  private(set) var changes: [Change] = []

  /// The maximum number of changes of either code that are described one by one.
  private static let most = 12
  /// The number of days in which the weekdays of one change have their first dates.
  private static let daysOfOneChange = 7

  private let style: RegionalStyle
  private let today: LocalDate

  /// - Parameters:
  ///   - dates: ascending.
  ///   - today: the local date at the time of the new catalog.
  init(_ dates: [NewDate], _ style: RegionalStyle, today: LocalDate) {
    (self.style, self.today) = (style, today)
    let lasting = Self.lasting(in: dates)
    addWeeks(lasting, dates)
    addUnusual(
      dates.filter { date in
        date.isUnusual && date.date >= today && !lasting.contains { $0.since == date.date && $0.newUsual == date.times }
      })
  }

  /// Returns the dates whose changed hours are part of a change of the usual week.
  static func covered(by dates: [NewDate]) -> Set<LocalDate> {
    let lasting = lasting(in: dates)
    return Set(
      dates.filter { date in
        date.wasKnown
          && lasting.contains { $0.newUsual == date.times && $0.date.weekday == date.date.weekday && $0.since ?? $0.date <= date.date }
      }.map(\.date))
  }

  /// Returns the last change of each weekday, unless it only takes back the earlier ones.
  private static func lasting(in dates: [NewDate]) -> [NewDate] {
    Dictionary(grouping: dates.filter { $0.since != nil }) { $0.date.weekday }.values
      .compactMap { all in all.last.flatMap { $0.newUsual == all.first?.usual ? nil : $0 } }
      .sorted { ($0.since ?? $0.date, $0.date) < ($1.since ?? $1.date, $1.date) }
  }

  /// The weekdays that change in the same way, beginning within a week.
  private struct Week {
    let usual: [Range<Int>]
    let times: [Range<Int>]
    let since: LocalDate
    var days: Set<Weekday>
    var loss: String?
  }

  private mutating func addWeeks(_ lasting: [NewDate], _ dates: [NewDate]) {
    var weeks: [Week] = []
    for date in lasting {
      // After several changes of a weekday, its hours differ from those before the first.
      let first = dates.first { $0.since != nil && $0.date.weekday == date.date.weekday }
      guard let usual = first?.usual, let times = date.newUsual, let since = date.since else { continue }
      let loss = Self.loss(of: date)
      let known = weeks.firstIndex { week in
        week.usual == usual && week.times == times
          && since.daysSinceEpoch - week.since.daysSinceEpoch < Self.daysOfOneChange
      }
      if let known {
        weeks[known].days.insert(since.weekday)
        // The last one knows the most of the week.
        weeks[known].loss = loss ?? weeks[known].loss
      } else {
        weeks.append(Week(usual: usual, times: times, since: since, days: [since.weekday], loss: loss))
      }
    }
    var explained: Set<String> = []
    for week in weeks.prefix(Self.most) {
      let days = HoursDescription.weekdays(week.days.sorted())
      let first = style.text(week.since...week.since, inYear: today.components.year)
      let since = week.since > today ? "from \(first) on" : "since \(first)"
      let (what, usual) = words(week.times, week.usual)
      let text = "\(what) instead of \(usual) \(days) \(since)"
      var change = Change(
        .hoursWeek, field: "hours", text, week.loss == nil ? .routine : .suspicious, why: week.loss, sentence: sentence(text, week.times))
      // Each reason is shown once.
      if let loss = week.loss { change.showsWhy = explained.insert(loss).inserted }
      changes.append(change)
    }
    if weeks.count > Self.most {
      let text = "other usual hours on more weekdays"
      changes.append(Change(.hoursWeek, field: "hours", text, sentence: .predicate("has \(text)")))
    }
  }

  /// Returns how much of a week a place loses, if that is suspicious: a third, or more.
  private static func loss(of date: NewDate) -> String? {
    guard let was = date.formerMinutes, let now = date.minutes, was > 0, (was - now) * 3 >= was else { return nil }
    return HoursDescription.loss(was, now)
  }

  private mutating func addUnusual(_ dates: [NewDate]) {
    var runs: [(first: NewDate, last: LocalDate)] = []
    for date in dates {
      if let run = runs.last, run.last.adding(days: 1) == date.date, run.first.times == date.times, run.first.usual == date.usual,
        run.first.newUsual == date.newUsual
      {
        runs[runs.count - 1].last = date.date
      } else {
        runs.append((date, date.date))
      }
    }
    for (first, last) in runs.prefix(Self.most) {
      let (what, usual) = words(first.times, first.newUsual ?? first.usual ?? [])
      let (start, end) = (style.date(first.date, from: today), style.date(last, from: today))
      let text = "\(start == end ? start : "\(start) to \(end)"): \(what), usually \(usual)"
      let when = start == end ? "on \(start)" : "from \(start) to \(end)"
      let about = sentence("\(what) \(when), usually \(usual)", first.times)
      changes.append(Change(.hoursUnusual, field: "hours", text, sentence: about))
    }
    if let last = runs.last?.last, runs.count > Self.most {
      let text = "other hours than usual on more dates, up to \(style.date(last, from: today))"
      changes.append(Change(.hoursUnusual, field: "hours", text, sentence: .predicate("has \(text)")))
    }
  }

  /// Returns the hours of a day and the usual ones: "closes at 20:00" and "22:00", "open 10:00–14:00" and "closed".
  private func words(_ times: [Range<Int>], _ usual: [Range<Int>]) -> (what: String, usual: String) {
    let (new, old) = (times.flatMap { [$0.lowerBound, $0.upperBound] }, usual.flatMap { [$0.lowerBound, $0.upperBound] })
    if let opens = new.first, let closes = new.last, let usuallyOpens = old.first, let usuallyCloses = old.last {
      if new.dropLast() == old.dropLast() { return ("closes at \(style.time(closes))", style.time(usuallyCloses)) }
      if new.dropFirst() == old.dropFirst() { return ("opens at \(style.time(opens))", style.time(usuallyOpens)) }
    }
    return (hours(times), times.isEmpty || usual.isEmpty ? hours(usual) : style.openTimes(usual))
  }

  /// "open 10:00–14:00", "closed".
  private func hours(_ times: [Range<Int>]) -> String {
    let text = style.openTimes(times)
    return times.isEmpty || times == [0..<1440] ? text : "open \(text)"
  }

  private func sentence(_ text: String, _ times: [Range<Int>]) -> ChangeSentence {
    .predicate(text.hasPrefix("closes ") || text.hasPrefix("opens ") ? text : "is \(text)")
  }
}
