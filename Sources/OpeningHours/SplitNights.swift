extension WeekPlan {
  /// Returns the week with nights joined that a feed splits at midnight.
  ///
  /// A service until 24:00 and a service of the next day from 00:00 become one service of the first day, if they have the same label and
  /// last at most 24 hours together. Monday follows Sunday. The two halves of a day that is open around the clock become one service.
  public func joiningSplitNights() -> WeekPlan {
    guard days.maySplitNights else { return self }
    var plans = days.map(\.joiningHalves)
    for index in plans.indices.reversed() { plans.joinNights(index, (index + 1) % 7) }
    return WeekPlan(DayPlans(plans))
  }
}

extension DatedPlans {
  /// Returns the plans with nights joined that a feed splits at midnight, as `WeekPlan.joiningSplitNights()` does. Only consecutive dates
  /// are joined.
  public func joiningSplitNights() -> DatedPlans {
    guard plans.maySplitNights else { return self }
    var joined = plans.map(\.joiningHalves)
    for index in joined.indices.dropLast().reversed() where dates[index].daysSinceEpoch + 1 == dates[index + 1].daysSinceEpoch {
      joined.joinNights(index, index + 1)
    }
    return DatedPlans(dates: dates, DayPlans(joined))
  }
}

extension DayPlans {
  /// Whether there may be nights to join. A quick test that fails for most schedules.
  fileprivate var maySplitNights: Bool {
    let services = services.span
    var (hasMorning, hasEvening) = (false, false)
    for index in services.indices {
      hasMorning = hasMorning || services[index].opens == .midnight
      hasEvening = hasEvening || services[index].closes == .endOfDay
    }
    return hasMorning && hasEvening
  }
}

extension DayPlan {
  /// The plan with one service from midnight to midnight instead of two that meet, if they have the same label.
  fileprivate var joiningHalves: DayPlan {
    guard case .services(let services) = self, let morning = services.firstIndex(where: { $0.opens == .midnight }),
      let evening = services.firstIndex(where: {
        $0.opens == services[morning].closes && $0.closes == .endOfDay
          && $0.label.map { [UInt8]($0.utf8) } == services[morning].label.map { [UInt8]($0.utf8) }
      }), let whole = Service(opens: .midnight, closes: .endOfDay, label: services[morning].label)
    else { return self }
    return DayPlan(services.indices.filter { $0 != evening }.map { $0 == morning ? whole : services[$0] })
  }
}

extension [DayPlan] {
  /// Joins the nights between two days. Linear in the number of services.
  fileprivate mutating func joinNights(_ first: Int, _ second: Int) {
    guard case .services(let early) = self[first], case .services(let late) = self[second],
      early.contains(where: { $0.closes == .endOfDay }), late.contains(where: { $0.opens == .midnight })
    else { return }
    // The indices of the services that begin at midnight, by label, in reverse order. Labels are compared by their bytes: otherwise, of
    // two labels that are canonically equivalent, one would be lost.
    func key(_ label: String?) -> [UInt8]? { label.map { [UInt8]($0.utf8) } }
    var mornings: [[UInt8]?: [Int]] = [:]
    for index in late.indices.reversed() where late[index].opens == .midnight {
      mornings[key(late[index].label), default: []].append(index)
    }
    var evenings = [Service](early)
    var taken: Set<Int> = []
    for (index, evening) in early.enumerated() where evening.closes == .endOfDay {
      guard let morning = mornings[key(evening.label)]?.last, let closes = LocalTime(minutes: 1440 + Int(late[morning].closes.minutes)),
        let whole = Service(opens: evening.opens, closes: closes, label: evening.label)
      else { continue }
      evenings[index] = whole
      taken.insert(morning)
      mornings[key(evening.label)]?.removeLast()
    }
    if taken.isEmpty { return }
    self[first] = DayPlan(evenings)
    self[second] = DayPlan(late.indices.filter { !taken.contains($0) }.map { late[$0] })
  }
}
