extension Schedule {
  /// An evening and the night after it: from 18:00 to 02:00, in minutes after the midnight that begins the day.
  fileprivate static let night = 18 * 60..<26 * 60

  /// Returns the status of the night that begins on a date, from 18:00 to 02:00: open if a service is in it, until the last of them ends; closed
  /// if none is; or unknown.
  public func status(onNight date: LocalDate) -> Status {
    guard plan(on: date) != .unknown else { return Status(.unknown(unknownReason(on: date.daysSinceEpoch))) }
    let midnight = zone.start(of: date) ?? .epoch
    guard let last = openings(inNight: date).last?.upperBound else {
      let next = date.adding(days: 1).flatMap { zone.start(of: $0) }.map { $0.secondsSinceEpoch + Int64(Self.night.upperBound - 1440) * 60 }
      let end = next.flatMap { Instant(secondsSinceEpoch: $0) } ?? midnight
      let status = status(at: end)
      let opens = status.isOpen ? end : status.opens
      return Status(.closed, until: opens, opens: opens)
    }
    let day = date.adding(days: last / 1440) ?? date
    let time = ClockTime(seconds: last % 1440 * 60).map { LocalDateTime(date: day, time: $0) }
    return Status(.open, until: time.flatMap { zone.instant($0) })
  }

  /// Returns the hours of the night that begins on a date as a sentence: "Open until 23:00", "Open 20:00–02:00", "Open all night",
  /// "Open from midnight", "Closed" or "Hours unknown".
  package func nightSentence(date: LocalDate, _ style: RegionalStyle) -> String {
    let words = style.words
    if plan(on: date) == .unknown { return words.text("hours-unknown") }
    let openings = openings(inNight: date)
    if openings.isEmpty { return words.text("closed-that-day") }
    let texts = openings.map { opening in
      // From 06:00 on, the end belongs to the next day.
      let endsAtNight = opening.upperBound < 30 * 60
      if opening.lowerBound <= Self.night.lowerBound {
        return endsAtNight ? style.until(opening.upperBound) : words.text("night-all")
      }
      return endsAtNight ? style.times(opening.lowerBound, opening.upperBound) : style.from(opening.lowerBound)
    }
    return words.text("open-times", ["times": texts.joined(separator: ", ")])
  }

  /// Returns the openings of a night, also those that begin before it, or end after it.
  private func openings(inNight date: LocalDate) -> [Range<Int>] {
    let next = (date.adding(days: 1).map { plan(on: $0).openMinutes } ?? []).map { $0.lowerBound + 1440..<$0.upperBound + 1440 }
    var all = plan(on: date).openMinutes
    for opening in next {
      if let last = all.last, last.upperBound >= opening.lowerBound {
        all[all.count - 1] = last.lowerBound..<max(last.upperBound, opening.upperBound)
      } else {
        all.append(opening)
      }
    }
    return all.filter { $0.overlaps(Self.night) }
  }
}

extension Zone {
  /// Returns the day to whose night a moment belongs: until 02:00, that is the day before.
  package func dayOfNight(at instant: Instant) -> LocalDate {
    let (date, second) = local(instant)
    return second < (Schedule.night.upperBound - 1440) * 60 ? date.adding(days: -1) ?? date : date
  }
}
