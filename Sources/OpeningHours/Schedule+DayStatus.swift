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
  /// The hours of a day as an English sentence, such as "Open 07:30–10:15, 11:00–14:00", "Closed" or "Hours unknown". Services that touch or
  /// overlap are one opening.
  public var sentence: String {
    guard case .services(let services) = self else { return Status.unknownHours }
    var openings: [(opens: LocalTime, closes: LocalTime)] = []
    for service in services {
      if let last = openings.last, service.opens <= last.closes {
        openings[openings.count - 1].closes = max(last.closes, service.closes)
      } else {
        openings.append((service.opens, service.closes))
      }
    }
    if openings.isEmpty { return "Closed" }
    if openings.count == 1, openings[0] == (.midnight, .endOfDay) { return "Open all day" }
    let times = openings.map { opening in
      // A time after 24:00 is on the clock of the next day.
      let closes = opening.closes > .endOfDay ? LocalTime(minutes: Int(opening.closes.minutes) % 1_440) ?? opening.closes : opening.closes
      return "\(opening.opens)–\(closes)"
    }
    return "Open \(times.joined(separator: ", "))"
  }
}
