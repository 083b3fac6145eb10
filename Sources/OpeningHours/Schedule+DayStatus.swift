extension Schedule {
  /// Returns the status of a service day as a whole: open if it has services, until the last one ends; closed if it has none; or unknown.
  public func status(onDay date: LocalDate) -> Status {
    let start = zone.start(of: date) ?? .epoch
    switch plan(on: date) {
    case .unknown: return Status(.unknown(unknownReason(on: date.daysSinceEpoch)))
    case .services(let services):
      let end = date.adding(days: 2).flatMap { zone.start(of: $0) } ?? start
      let last = spans(in: start..<max(start, end)).filter { $0.serviceDay == date }.map(\.end).max()
      if !services.isEmpty { return Status(.open, until: last) }
      let next = date.adding(days: 1).flatMap { zone.start(of: $0) }.map { (start: $0, status: status(at: $0)) }
      let opens = next.flatMap { $0.status.isOpen ? $0.start : $0.status.opens }
      return Status(.closed, until: opens, opens: opens)
    }
  }
}

extension DayPlan {
  /// Returns the hours of a day as a sentence, such as "Open 07:30–10:15, 11:00–14:00", "Closed" or "Hours unknown". Services that
  /// touch or overlap are one opening.
  public func sentence(style: RegionalStyle = .international) -> String {
    let words = style.words
    if self == .unknown { return words.text("hours-unknown") }
    let times = openMinutes
    if times.isEmpty { return words.text("closed-that-day") }
    return times == [0..<1440] ? words.text("open-that-day") : words.text("open-times", ["times": style.times(times)])
  }
}

extension RegionalStyle {
  /// Returns the open times of a day: "07:30–14:00, 17:00–02:00", "closed" or "open all day".
  package func openTimes(_ openings: [Range<Int>]) -> String {
    if openings.isEmpty { return words.text("closed-day") }
    return openings == [0..<1440] ? words.text("open-all-day") : times(openings)
  }

  /// Returns the times of openings, separated by commas (`times(_:_:)`).
  package func times(_ openings: [Range<Int>]) -> String {
    openings.map { times($0.lowerBound, $0.upperBound) }.joined(separator: ", ")
  }
}
