extension Status {
  /// The sentence about unknown hours without a reason.
  package static let unknownHours = "Hours unknown"

  /// Returns the status as an English sentence, such as "Open until 22:00", "Closes in 12 min", "Opens tomorrow 07:30" or
  /// "Hours unknown: the feed has hours only until Fri 20 Nov".
  ///
  /// Minutes until closing are rounded down and minutes until opening are rounded up, so that a visitor is neither too late nor too early.
  /// Times are written in the zone.
  ///
  /// - Parameter isNow: whether the instant is that of the reader. If not, days are written as dates: "Opens Sun 22 Nov 07:30".
  public func sentence(at instant: Instant, in zone: Zone, isNow: Bool = true) -> String {
    let now = LocalMoment(instant, zone, isReaders: isNow)
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
        ? "Closed for today, hours unknown after that" : "Closed, hours unknown after \(lastKnown.text(from: now.date))"
    case .unknown(let reason): return Self.unknownHours + reason.explanation(on: now.date, in: zone, isNow: isNow)
    }
  }
}

extension UnknownHoursReason {
  fileprivate func explanation(on today: LocalDate, in zone: Zone, isNow: Bool) -> String {
    switch self {
    case .noHours: ""
    case .after(let date): ": the feed has hours only until \(date.text(from: today))"
    case .before(let date): ": the feed has hours only from \(date.text(from: today))"
    case .gap(let date): isNow && date == today ? " today" : " on \(date.text(from: today))"
    case .old(let instant): ": the feed was last read on \(zone.local(instant).date.text(from: today))"
    }
  }
}

/// The local date and minute that a sentence is about.
private struct LocalMoment {
  let date: LocalDate
  /// Whether this is the reader's own, so that a day may be called "tomorrow".
  private let isReaders: Bool

  init(_ instant: Instant, _ zone: Zone, isReaders: Bool) {
    date = zone.local(instant).date
    self.isReaders = isReaders
  }

  /// Returns text such as "22:00", "midnight", "tomorrow 07:30", "Fri 07:30" or "Fri 27 Nov 07:30".
  ///
  /// - Parameter isEnd: whether this is an end. An end until 06:00 the next morning is written without its day, and an end at a later
  ///   midnight is 24:00 of the day before: "tomorrow 24:00", "Fri 24:00".
  func text(of instant: Instant, in zone: Zone, isEnd: Bool) -> String {
    let (date, second) = zone.local(instant)
    let (days, minute) = (Int(date.daysSinceEpoch) - Int(self.date.daysSinceEpoch), second / 60)
    if isEnd, days == 1, minute <= 6 * 60 { return minute == 0 ? "midnight" : clock(minute) }
    if isEnd, minute == 0, days > 1, let before = date.adding(days: -1), let day = day(before) { return "\(day) 24:00" }
    return [day(date), clock(minute)].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns text such as "tomorrow", "Fri" or "Fri 27 Nov"; nil for the same day.
  private func day(_ date: LocalDate) -> String? {
    switch Int(date.daysSinceEpoch) - Int(self.date.daysSinceEpoch) {
    case 0: nil
    case 1 where isReaders: "tomorrow"
    case 2...6 where isReaders: "\(date.weekday.shortName)"
    default: date.text(from: self.date)
    }
  }

  private func clock(_ minute: Int) -> String { "\(pad(minute / 60)):\(pad(minute % 60))" }
}

extension LocalDate {
  /// Returns text such as "Fri 20 Nov", with the year if it differs from the other date's.
  package func text(from other: LocalDate) -> String { components.year == other.components.year ? shortText : longText }

  /// The date in English, such as "Sat 21 Nov 2026".
  public var longText: String { "\(shortText) \(components.year)" }

  private var shortText: String {
    let (_, month, day) = components
    return "\(weekday.shortName) \(day) \(Self.monthNames[month - 1])"
  }

  package static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  package static let fullMonthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
}

extension Instant {
  /// Returns the local date and time, such as "Sat 21 Nov 2026 09:00"; without a zone in UTC, which is then named.
  package func text(in zone: Zone?) -> String {
    let (date, second) = zone?.local(self) ?? local(offset: 0)
    return "\(date.longText) \(LocalTime(minutes: second / 60)?.description ?? "")\(zone == nil ? " UTC" : "")"
  }
}
