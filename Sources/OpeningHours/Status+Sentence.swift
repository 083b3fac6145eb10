extension Status {
  /// Returns the status as a sentence, such as "Open until 22:00", "Closes in 12 min", "Opens tomorrow 07:30" or
  /// "Hours unknown: the feed has hours only until Fri 20 Nov".
  ///
  /// Minutes until closing are rounded down and minutes until opening are rounded up, so that a visitor is neither too late nor too early.
  /// Times are written in the zone.
  ///
  /// - Parameters:
  ///   - style: how times and dates are written, and the language.
  ///   - isNow: whether the instant is that of the reader. If not, each time has its weekday, and other days are written as dates: "Open
  ///     until Sat 22:00", "Opens Sun 22 Nov 07:30".
  public func sentence(at instant: Instant, in zone: Zone, style: RegionalStyle = .international, isNow: Bool = true) -> String {
    let now = LocalMoment(instant, zone, style, isReaders: isNow)
    let words = style.words
    switch state {
    case .open:
      guard let until else { return words.text("open-always") }
      let left = until.secondsSinceEpoch - instant.secondsSinceEpoch - (instant.nanoseconds > 0 ? 1 : 0)
      if left < 60 { return words.text("closes-soon") }
      if left <= 30 * 60 { return words.text("closes-in", ["minutes": "\(left / 60)"]) }
      return now.sentence(closing: until, in: zone)
    case .closed:
      if let opens {
        let left = opens.secondsSinceEpoch - instant.secondsSinceEpoch
        return left <= 30 * 60 ? words.text("opens-in", ["minutes": "\((left + 59) / 60)"]) : now.sentence(opening: opens, in: zone)
      }
      guard let until else { return words.text("closed-for-good") }
      let lastKnown = zone.local(until).date.adding(days: -1) ?? .first
      return isNow && lastKnown == now.date
        ? words.text("closed-today") : words.text("closed-after", ["date": style.date(lastKnown, from: now.date)])
    case .unknown(let reason): return reason.sentence(on: now.date, in: zone, style, isNow: isNow)
    }
  }
}

extension UnknownHoursReason {
  fileprivate func sentence(on today: LocalDate, in zone: Zone, _ style: RegionalStyle, isNow: Bool) -> String {
    func text(_ key: String, _ date: LocalDate) -> String { style.words.text(key, ["date": style.date(date, from: today)]) }
    return switch self {
    case .noHours: style.words.text("hours-unknown")
    case .after(let date): text("hours-known-until", date)
    case .before(let date): text("hours-known-from", date)
    case .gap(let date): isNow && date == today ? style.words.text("hours-unknown-today") : text("hours-unknown-on", date)
    case .old(let instant): text("hours-last-read", zone.local(instant).date)
    }
  }
}

/// The local date and minute that a sentence is about.
private struct LocalMoment {
  let date: LocalDate
  private let style: RegionalStyle
  /// Whether this is the reader's own, so that a day may be called "tomorrow".
  private let isReaders: Bool

  init(_ instant: Instant, _ zone: Zone, _ style: RegionalStyle, isReaders: Bool) {
    date = zone.local(instant).date
    (self.style, self.isReaders) = (style, isReaders)
  }

  /// Returns a sentence about an end, such as "Open until 22:00", "Open until midnight", "Open until tomorrow 07:30" or "Open until Fri 27 Nov
  /// 07:30".
  ///
  /// Until 06:00 the next morning, it is written without its day, or without its date if the moment is not the reader's. Midnight is that
  /// of the day before: "tomorrow midnight", "Fri midnight".
  func sentence(closing instant: Instant, in zone: Zone) -> String {
    let (date, second) = zone.local(instant)
    let minute = second / 60
    if minute == 0, let before = date.adding(days: -1) {
      guard let day = day(before) else { return style.words.text("open-until-midnight") }
      return style.words.text("open-until-day-midnight", ["day": style.beforeMore(day)])
    }
    let isNight = days(to: date) == 1 && minute <= 6 * 60
    guard let day = isNight ? isReaders ? nil : style.weekday(date) : day(date) else {
      return style.words.text("open-until", ["time": style.time(minute)])
    }
    return style.words.text("open-until-day", ["day": style.beforeMore(day), "time": style.time(minute)])
  }

  /// Returns a sentence about an opening, such as "Opens 22:00", "Opens at midnight", "Opens tomorrow 07:30" or "Opens Fri 27 Nov from
  /// midnight". Midnight begins its day.
  func sentence(opening instant: Instant, in zone: Zone) -> String {
    let (date, second) = zone.local(instant)
    let minute = second / 60
    let isMidnight = minute == 0
    if isMidnight, isReaders, days(to: date) == 1 { return style.words.text("opens-at-midnight") }
    guard let day = day(date).map(style.beforeMore) else { return style.words.text("opens", ["time": style.time(minute)]) }
    return isMidnight
      ? style.words.text("opens-day-midnight", ["day": day]) : style.words.text("opens-day", ["day": day, "time": style.time(minute)])
  }

  private func days(to date: LocalDate) -> Int { Int(date.daysSinceEpoch) - Int(self.date.daysSinceEpoch) }

  /// Returns text such as "tomorrow", "Fri" or "Fri 27 Nov"; nil for the reader's day.
  private func day(_ date: LocalDate) -> String? {
    switch days(to: date) {
    case 0: isReaders ? nil : style.weekday(date)
    case 1 where isReaders: style.words.text("next-day")
    case 2...6 where isReaders: style.weekday(date)
    default: style.date(date, from: self.date)
    }
  }
}
