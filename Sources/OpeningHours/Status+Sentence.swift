extension Status {
  /// One sentence for people: "Open until 22:00", "Closes in 12 min", "Opens tomorrow 07:30",
  /// "Hours unknown: the feed covers until Fri 20 Nov".
  ///
  /// Clock times are those of the zone. Minutes until closing are rounded down and minutes until opening up, so that
  /// a visitor comes neither too late nor too early.
  ///
  /// - Parameters:
  ///   - instant: the moment that was asked about.
  ///   - zone: the zone of the place.
  public func sentence(at instant: Instant, in zone: Zone) -> String {
    let now = LocalMoment(instant, zone)
    switch state {
    case .open:
      guard let until else { return "Open around the clock" }
      let left = until.secondsSinceEpoch - instant.secondsSinceEpoch - (instant.nanoseconds > 0 ? 1 : 0)
      if left < 60 { return "Closes in less than a minute" }
      if left <= 30 * 60 { return "Closes in \(left / 60) min" }
      return "Open until \(LocalMoment(until, zone).text(from: now, isEnd: true))"
    case .closed:
      if let opens {
        let left = opens.secondsSinceEpoch - instant.secondsSinceEpoch
        return left <= 30 * 60 ? "Opens in \((left + 59) / 60) min" : "Opens \(LocalMoment(opens, zone).text(from: now, isEnd: false))"
      }
      guard let until else { return "Closed, no opening in sight" }
      let lastKnown = LocalMoment(until, zone).date.adding(days: -1) ?? .first
      return lastKnown == now.date
        ? "Closed for today, hours unknown after that" : "Closed, hours unknown after \(lastKnown.text(from: now.date))"
    case .unknown(let because): return "Hours unknown" + because.explanation(on: now.date, in: zone)
    }
  }
}

extension UnknownHours {
  fileprivate func explanation(on today: LocalDate, in zone: Zone) -> String {
    switch self {
    case .none: ""
    case .after(let date): ": the feed covers until \(date.text(from: today))"
    case .before(let date): ": the feed covers from \(date.text(from: today)) on"
    case .gap(let date): date == today ? " today" : " on \(date.text(from: today))"
    case .old(let instant): ": the feed was last seen on \(zone.local(instant).date.text(from: today))"
    }
  }
}

/// What the clocks of a zone show.
private struct LocalMoment {
  let date: LocalDate
  let minute: Int

  init(_ instant: Instant, _ zone: Zone) {
    let (date, second) = zone.local(instant)
    self.date = date
    minute = second / 60
  }

  /// "22:00", "midnight", "tomorrow 07:30", "Fri 07:30", "Fri 27 Nov 07:30".
  ///
  /// - Parameter isEnd: what ends before six in the morning belongs to the night, whose day needs no word; and what ends with
  ///   a later day ends at its 24:00.
  func text(from now: LocalMoment, isEnd: Bool) -> String {
    let days = Int(date.daysSinceEpoch) - Int(now.date.daysSinceEpoch)
    if isEnd, days == 1, minute <= 6 * 60 { return minute == 0 ? "midnight" : clock(minute) }
    guard isEnd, minute == 0, days > 1, let before = date.adding(days: -1) else { return text(date, minute, from: now) }
    return text(before, 1440, from: now)
  }

  private func text(_ date: LocalDate, _ minute: Int, from now: LocalMoment) -> String {
    switch Int(date.daysSinceEpoch) - Int(now.date.daysSinceEpoch) {
    case 0: clock(minute)
    case 1: "tomorrow \(clock(minute))"
    case 2...6: "\(date.weekday.shortName) \(clock(minute))"
    default: "\(date.text(from: now.date)) \(clock(minute))"
    }
  }

  private func clock(_ minute: Int) -> String { "\(pad(minute / 60)):\(pad(minute % 60))" }
}

extension LocalDate {
  /// "Fri 20 Nov"; with its year when that is not the year of the other day.
  func text(from other: LocalDate) -> String { components.year == other.components.year ? shortText : longText }

  /// "Sat 21 Nov 2026".
  public var longText: String { "\(shortText) \(components.year)" }

  private var shortText: String {
    let (_, month, day) = components
    return "\(weekday.shortName) \(day) \(Self.monthNames[month - 1])"
  }

  private static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Weekday {
  /// "Mon" … "Sun".
  public var shortName: StaticString {
    switch self {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }
}
