extension Status {
  /// The sentence about unknown hours without a reason.
  package static let unknownHours = "Hours unknown"

  /// Returns the status as an English sentence, such as "Open until 22:00", "Closes in 12 min", "Opens tomorrow 07:30" or
  /// "Hours unknown: the feed has hours only until Fri 20 Nov".
  ///
  /// Minutes until closing are rounded down and minutes until opening are rounded up, so that a visitor is neither too late nor too early.
  /// Times are written in the zone.
  ///
  /// - Parameters:
  ///   - style: how times and dates are written.
  ///   - isNow: whether the instant is that of the reader. If not, each time has its weekday, and other days are written as dates: "Open
  ///     until Sat 22:00", "Opens Sun 22 Nov 07:30".
  public func sentence(at instant: Instant, in zone: Zone, style: RegionalStyle = .international, isNow: Bool = true) -> String {
    let now = LocalMoment(instant, zone, style, isReaders: isNow)
    switch state {
    case .open:
      guard let until else { return "Open around the clock" }
      let left = until.secondsSinceEpoch - instant.secondsSinceEpoch - (instant.nanoseconds > 0 ? 1 : 0)
      if left < 60 { return "Closes in less than a minute" }
      if left <= 30 * 60 { return "Closes in \(left / 60) min" }
      return "Open until \(now.text(of: until, in: zone, isEnd: true))"
    case .closed:
      if let opens {
        let left = opens.secondsSinceEpoch - instant.secondsSinceEpoch
        return left <= 30 * 60 ? "Opens in \((left + 59) / 60) min" : "Opens \(now.text(of: opens, in: zone, isEnd: false))"
      }
      guard let until else { return "Closed, no opening scheduled" }
      let lastKnown = zone.local(until).date.adding(days: -1) ?? .first
      return isNow && lastKnown == now.date
        ? "Closed for today, hours unknown after that" : "Closed, hours unknown after \(style.date(lastKnown, from: now.date))"
    case .unknown(let reason): return Self.unknownHours + reason.explanation(on: now.date, in: zone, style, isNow: isNow)
    }
  }
}

extension UnknownHoursReason {
  fileprivate func explanation(on today: LocalDate, in zone: Zone, _ style: RegionalStyle, isNow: Bool) -> String {
    func text(_ date: LocalDate) -> String { style.date(date, from: today) }
    return switch self {
    case .noHours: ""
    case .after(let date): ": the feed has hours only until \(text(date))"
    case .before(let date): ": the feed has hours only from \(text(date))"
    case .gap(let date): isNow && date == today ? " today" : " on \(text(date))"
    case .old(let instant): ": the feed was last read on \(text(zone.local(instant).date))"
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

  /// Returns text such as "22:00", "midnight", "tomorrow 07:30", "Fri 07:30", "Fri 27 Nov 07:30" or "Fri 27 Nov from midnight".
  ///
  /// - Parameter isEnd: whether this is an end. An end until 06:00 the next morning is written without its day, or without its date if
  ///   the moment is not the reader's. Midnight at an end is that of the day before: "tomorrow midnight", "Fri midnight".
  ///   At an opening it begins its day: "Fri from midnight".
  func text(of instant: Instant, in zone: Zone, isEnd: Bool) -> String {
    let (date, second) = zone.local(instant)
    let (days, minute) = (Int(date.daysSinceEpoch) - Int(self.date.daysSinceEpoch), second / 60)
    if minute == 0, isEnd, let before = date.adding(days: -1) { return text("midnight", after: day(before)) }
    if minute == 0, isReaders, days == 1 { return "at midnight" }
    let clock = minute == 0 ? "from midnight" : style.time(minute)
    let isNight = isEnd && days == 1 && minute <= 6 * 60
    return text(clock, after: isNight ? isReaders ? nil : "\(date.weekday.shortName)" : day(date))
  }

  private func text(_ time: String, after day: String?) -> String { day.map { style.joined($0, time) } ?? time }

  /// Returns text such as "tomorrow", "Fri" or "Fri 27 Nov"; nil for the reader's day.
  private func day(_ date: LocalDate) -> String? {
    switch Int(date.daysSinceEpoch) - Int(self.date.daysSinceEpoch) {
    case 0: isReaders ? nil : "\(date.weekday.shortName)"
    case 1 where isReaders: "tomorrow"
    case 2...6 where isReaders: "\(date.weekday.shortName)"
    default: style.date(date, from: self.date)
    }
  }
}
