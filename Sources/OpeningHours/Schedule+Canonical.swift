extension Schedule {
  /// The canonical form of the schedule: a schedule with the same hours that is equal for all equivalent schedules.
  ///
  /// Services with the same label that touch or overlap are joined. An opening of at most 24 hours is one service of the day it begins; a
  /// longer one is cut at each midnight. The first layer has the earliest week, without beginning or end. Further `weekly` layers have the
  /// weeks that follow, and one `special` layer has all dates that differ. Labels of services are preserved; names and levels of layers are
  /// not, because they do not affect the hours.
  public var canonical: Schedule {
    // A service can last into the next day, so a layer affects up to two days before and after it.
    let boundaries = layers.flatMap(\.boundaries).flatMap { $0 - 2...$0 + 2 }
    var builder = ScheduleBuilder(boundaries: boundaries) { joinedPlan(on: $0) }
    return builder.schedule(zone: zone)
  }

  /// Returns whether two schedules have the same zone and the same hours: equal openings with equal labels, and the same unknown days.
  public func isEquivalent(to other: Schedule) -> Bool {
    zone == other.zone && (layers == other.layers || canonical.layers == other.canonical.layers)
  }

  /// An opening in minutes, relative to the midnight that begins some day.
  private struct Opening {
    var opens: Int
    var closes: Int
    let label: String?
  }

  /// Returns the plan of a day, with services joined.
  private func joinedPlan(on day: Int32) -> DayPlan {
    guard isKnown(day) else { return .unknown }
    let isNextKnown = isKnown(day + 1)
    var services: [Service] = []
    func add(_ opens: Int, _ closes: Int, _ label: String?) {
      guard let opens = LocalTime(minutes: opens), let closes = LocalTime(minutes: closes) else { return }
      if let service = Service(opens: opens, closes: closes, label: label) { services.append(service) }
    }
    for opening in openings(around: day) {
      let start = max(opening.opens, 0)
      if opening.closes - opening.opens <= 1440 {
        if opening.opens >= 0, opening.opens < 1440 { add(opening.opens, opening.closes, opening.label) }
      } else if start >= 1440 || opening.closes <= 0 {
        continue
      } else if opening.closes <= 1440 || isNextKnown {
        add(start, min(opening.closes, 1440), opening.label)
      } else {
        // The next day is unknown and has no services, so hours that last into it must begin on this day.
        add(start, min(opening.closes, start + 1440), opening.label)
        if opening.closes - start > 1440 { add(1439, opening.closes, opening.label) }
      }
    }
    return DayPlan(services)
  }

  /// Returns the services from two days before to two days after a day. Services with the same label that touch or overlap are joined.
  private func openings(around day: Int32) -> [Opening] {
    var openings: [Opening] = []
    for offset in -2...2 {
      guard let date = LocalDate(daysSinceEpoch: Int(day) + offset) else { continue }
      for service in plan(on: date).services {
        let midnight = offset * 1440
        openings.append(
          Opening(opens: midnight + Int(service.opens.minutes), closes: midnight + Int(service.closes.minutes), label: service.label))
      }
    }
    openings.sort { ($0.label == nil ? 0 : 1, $0.label ?? "", $0.opens) < ($1.label == nil ? 0 : 1, $1.label ?? "", $1.opens) }
    var joined: [Opening] = []
    for opening in openings {
      if let last = joined.last, last.label == opening.label, last.closes >= opening.opens {
        joined[joined.count - 1].closes = max(last.closes, opening.closes)
      } else {
        joined.append(opening)
      }
    }
    return joined
  }
}

extension Layer {
  /// The days on which the layer's hours begin, end or change.
  package var boundaries: [Int32] {
    if case .days(let days) = rule { return days.dates.flatMap { [$0.daysSinceEpoch, $0.daysSinceEpoch + 1] } }
    return [from?.daysSinceEpoch, to.map { $0.daysSinceEpoch + 1 }].compactMap { $0 }
  }

  /// The last of the boundaries.
  package var lastBoundary: Int32? {
    if case .days(let days) = rule { return days.dates.last.map { $0.daysSinceEpoch + 1 } }
    return to.map { $0.daysSinceEpoch + 1 } ?? from?.daysSinceEpoch
  }
}
