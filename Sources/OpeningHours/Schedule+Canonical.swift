extension Schedule {
  /// The same hours, written in the one way in which all schedules that mean the same are written.
  ///
  /// Services with one label that touch or overlap are one; a stay of at most 24 hours is whole and belongs to the day it
  /// began, a longer one is cut at midnights. The week with which the hours begin comes first, then `weekly` layers for the
  /// weeks that follow it, then one `special` layer of dates for what differs from them. Labels of services are kept; names and levels of layers, which say nothing
  /// about time, are not. The canonical form of a canonical form is itself.
  public var canonical: Schedule {
    // A night reaches into the next day, so what a layer says is felt two days around its ends.
    let boundaries = layers.flatMap(\.boundaries).flatMap { $0 - 2...$0 + 2 }
    var days = DayFunction(boundaries: boundaries) { joinedPlan(on: $0) }
    return days.schedule(zone: zone)
  }

  /// Both say the same of each day: equal openings with equal labels, and the same days unknown, in one zone.
  public func means(theSameAs other: Schedule) -> Bool {
    zone == other.zone && (layers == other.layers || canonical.layers == other.canonical.layers)
  }

  /// A stay, in minutes from the midnight that begins a certain day.
  private struct Stay {
    var opens: Int
    var closes: Int
    let label: String?
  }

  /// The plan of a day with stays made whole.
  private func joinedPlan(on day: Int32) -> DayPlan {
    guard isKnown(day) else { return .unknown }
    let isNextKnown = isKnown(day + 1)
    var services: [Service] = []
    func add(_ opens: Int, _ closes: Int, _ label: String?) {
      guard let opens = LocalTime(minutes: opens), let closes = LocalTime(minutes: closes) else { return }
      if let service = Service(opens: opens, closes: closes, label: label) { services.append(service) }
    }
    for stay in stays(around: day) {
      let start = max(stay.opens, 0)
      if stay.closes - stay.opens <= 1440 {
        if stay.opens >= 0, stay.opens < 1440 { add(stay.opens, stay.closes, stay.label) }
      } else if start >= 1440 || stay.closes <= 0 {
        continue
      } else if stay.closes <= 1440 || isNextKnown {
        add(start, min(stay.closes, 1440), stay.label)
      } else {
        // The next day has no services of its own, so what reaches into it begins here.
        add(start, min(stay.closes, start + 1440), stay.label)
        if stay.closes - start > 1440 { add(1439, stay.closes, stay.label) }
      }
    }
    return DayPlan(services)
  }

  /// The services of the days from two before to two after, those of one label joined where they touch or overlap.
  private func stays(around day: Int32) -> [Stay] {
    var stays: [Stay] = []
    // Services come in the order of their beginnings: of each label only the last stay can be touched.
    var lastByLabel: [String?: Int] = [:]
    for offset in -2...2 {
      guard let date = LocalDate(daysSinceEpoch: Int(day) + offset), case .known(let services, let range) = services(on: date) else {
        continue
      }
      for service in services[range] {
        let (opens, closes) = (offset * 1440 + Int(service.opens.minutes), offset * 1440 + Int(service.closes.minutes))
        if let last = lastByLabel[service.label], stays[last].closes >= opens {
          stays[last].closes = max(stays[last].closes, closes)
        } else {
          lastByLabel[service.label] = stays.count
          stays.append(Stay(opens: opens, closes: closes, label: service.label))
        }
      }
    }
    return stays
  }
}

extension Layer {
  /// The days from which on this layer says something else, or nothing.
  fileprivate var boundaries: [Int32] {
    if case .days(let days) = rule { return days.dates.flatMap { [$0.daysSinceEpoch, $0.daysSinceEpoch + 1] } }
    return [from?.daysSinceEpoch, to.map { $0.daysSinceEpoch + 1 }].compactMap { $0 }
  }
}
