extension Schedule {
  /// The schedule as OSM `opening_hours` text that other programs read as we do: nil if they might read the text differently.
  ///
  /// `osm` follows the specification, but programs differ where it is vague (Docs/hours-differences.md). This text avoids that:
  /// - A night is split at midnight (`Fr 18:00-24:00; Sa 00:00-02:00`), because rules for the next day would cut it short, unless no rule
  ///   names the next day. A night that lasts into an unknown day has no text.
  /// - Hours that begin or end within a time that a clock change skips or repeats have no text.
  /// - Hours with nights that change in the first two weeks of the year 1 have no text: there is no night before its first day.
  public var portableOSM: String? {
    guard !layers.isEmpty, !hasDoubtfulTimes else { return nil }
    guard hasNights else { return osm }
    if hasIndependentNights { return osm }
    let boundaries = layers.flatMap(\.boundaries).filter { $0 > LocalDate.first.daysSinceEpoch }.flatMap { [$0, $0 + 1] }
    guard boundaries.allSatisfy({ $0 > LocalDate.first.daysSinceEpoch + 14 }) else { return nil }
    var splitsUnknownDay = false
    var builder = ScheduleBuilder(boundaries: boundaries) { day in
      let (plan, isSplit) = clockPlan(on: day)
      if plan == .unknown, isSplit { splitsUnknownDay = true }
      return plan
    }
    let text = builder.schedule(zone: zone).osm
    return splitsUnknownDay ? nil : text
  }

  /// Whether a service passes midnight.
  private var hasNights: Bool {
    layers.contains { layer in
      switch layer.rule {
      case .always: false
      case .week(let week): week.days.services.contains { $0.closes > .endOfDay }
      case .days(let days): days.plans.services.contains { $0.closes > .endOfDay }
      }
    }
  }

  /// Whether some days are unknown.
  private var hasUnknownDays: Bool {
    !layers[0].coversEachDay
      || layers.contains { layer in
        switch layer.rule {
        case .always: false
        case .week(let week): week.days.contains(.unknown)
        case .days(let days): days.plans.contains(.unknown)
        }
      }
  }

  /// Whether there is only one week, in which each night is followed by a day without a rule or a day with the same rule.
  private var hasIndependentNights: Bool {
    guard layers.count == 1, layers[0].from == nil, layers[0].to == nil, case .week(let week) = layers[0].rule else { return false }
    return Weekday.allCases.allSatisfy { weekday in
      guard case .services(let services) = week[weekday] else { return false }
      guard let night = services.map(\.closes).max(), night > .endOfDay else { return true }
      let next = Weekday(rawValue: (weekday.rawValue + 1) % 7).map { week[$0] } ?? .unknown
      if next.services.isEmpty { return next != .unknown }
      return next.services.map(\.times) == services.map(\.times)
    }
  }

  /// Returns the services of a date from midnight to midnight: its own until 24:00, and those of the day before that last into it.
  private func clockPlan(on day: Int32) -> (plan: DayPlan, isSplit: Bool) {
    func plan(_ day: Int32) -> DayPlan { LocalDate(daysSinceEpoch: Int(day)).map { self.plan(on: $0) } ?? .unknown }
    let nights = plan(day - 1).services.filter { $0.closes > .endOfDay }
    guard case .services(let own) = plan(day) else { return (.unknown, !nights.isEmpty) }
    var services: [Service] = []
    for night in nights {
      let opens = max(Int(night.opens.minutes) - 1440, 0)
      if let opens = LocalTime(minutes: opens), let closes = LocalTime(minutes: Int(night.closes.minutes) - 1440),
        let service = Service(opens: opens, closes: closes)
      {
        services.append(service)
      }
    }
    for service in own {
      if let service = Service(opens: service.opens, closes: min(service.closes, .endOfDay)) { services.append(service) }
    }
    return (DayPlan(services), false)
  }

  /// Whether a service begins or ends within a time of day that a clock change of its zone skips or repeats, on a weekday on which the
  /// clocks change.
  private var hasDoubtfulTimes: Bool {
    let doubtful = zone.doubtfulTimes
    if doubtful.isEmpty { return false }
    // Days that are unknown begin and end at midnight.
    if hasUnknownDays, doubtful.contains(where: { $0.minutes.contains(0) }) { return true }
    func isDoubtful(_ time: LocalTime, _ weekday: Int) -> Bool {
      let (day, minute) = ((weekday + Int(time.minutes) / 1440) % 7, Int(time.minutes) % 1440)
      return doubtful.contains { $0.weekday == day && $0.minutes.contains(minute) }
    }
    func isDoubtful(_ days: DayPlans, _ index: Int, _ weekday: Int) -> Bool {
      guard let range = days.range(of: index) else { return false }
      let services = days.services.span
      for index in range where isDoubtful(services[index].opens, weekday) || isDoubtful(services[index].closes, weekday) { return true }
      return false
    }
    return layers.contains { layer in
      switch layer.rule {
      case .always: false
      case .week(let week): (0..<7).contains { isDoubtful(week.days, $0, $0) }
      case .days(let days): days.indices.contains { isDoubtful(days.plans, $0, days.dates[$0].weekday.rawValue) }
      }
    }
  }
}

extension Service {
  fileprivate var times: [LocalTime] { [opens, closes] }
}

/// A time of day that a clock change skips or repeats.
struct DoubtfulTime: Sendable, Hashable {
  /// 0 for Monday.
  let weekday: Int
  /// Minutes of the day.
  let minutes: Range<Int>
}

extension ZoneTable {
  /// Returns the times that clock changes from 1990 to 2050 skip or repeat.
  func findDoubtfulTimes() -> [DoubtfulTime] {
    var found: Set<DoubtfulTime> = []
    let (first, last): (Int64, Int64) = (631_152_000, 2_556_144_000)
    var interval = interval(at: first)
    while interval.end < last {
      let next = self.interval(at: interval.end)
      // The local times before and after the change.
      let (before, after) = (interval.end + interval.offset, interval.end + next.offset)
      // The clocks change at the first skipped minute, on which all programs agree.
      var (start, end) = (min(before, after) / 60 + (before < after ? 1 : 0), max(before, after) / 60)
      while start < end {
        let day = floorDivide(start, 1440)
        let stop = min(end, (day + 1) * 1440)
        found.insert(
          DoubtfulTime(
            weekday: LocalDate.weekday(of: Int32(truncatingIfNeeded: day)), minutes: Int(start - day * 1440)..<Int(stop - day * 1440)))
        start = stop
      }
      end = start
      interval = next
    }
    return Array(found)
  }
}
