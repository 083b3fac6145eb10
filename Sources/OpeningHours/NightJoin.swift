/// Joins nights that a feed splits at midnight: a service until 24:00 and one of the next day from 00:00 are one service
/// of the first day, when their labels are equal and the whole is no longer than 24 hours.
public enum NightJoin {
  /// The days of a week, which follow each other in a circle.
  public static func join(_ week: WeekPlan) -> WeekPlan {
    guard mayJoin(week.days) else { return week }
    var days = Array(week.days)
    for index in days.indices.reversed() { join(&days, index, (index + 1) % 7) }
    return WeekPlan(DayPlans(days))
  }

  /// Dated days; only neighbours are joined.
  public static func join(_ dated: DatedPlans) -> DatedPlans {
    guard mayJoin(dated.plans) else { return dated }
    var days = Array(dated.plans)
    let dates = dated.dates
    for index in days.indices.dropLast().reversed() where dates[index].daysSinceEpoch + 1 == dates[index + 1].daysSinceEpoch {
      join(&days, index, index + 1)
    }
    return DatedPlans(dates: dates, DayPlans(days))
  }

  /// False for most schedules.
  private static func mayJoin(_ days: DayPlans) -> Bool {
    let services = days.services.span
    var (hasMorning, hasEvening) = (false, false)
    for index in services.indices {
      hasMorning = hasMorning || services[index].opens == .midnight
      hasEvening = hasEvening || services[index].closes == .endOfDay
    }
    return hasMorning && hasEvening
  }

  /// Makes the nights between two days whole. Linear in the number of services.
  private static func join(_ days: inout [DayPlan], _ first: Int, _ second: Int) {
    guard case .services(let early) = days[first], case .services(let late) = days[second],
      early.contains(where: { $0.closes == .endOfDay }), late.contains(where: { $0.opens == .midnight })
    else { return }
    // By label, the places of the services that begin at midnight, the last to be taken first. (By its bytes: in two Unicode forms it
    // is equal in Swift, and one would be lost.)
    func key(_ label: String?) -> [UInt8]? { label.map { Array($0.utf8) } }
    var mornings: [[UInt8]?: [Int]] = [:]
    for index in late.indices.reversed() where late[index].opens == .midnight {
      mornings[key(late[index].label), default: []].append(index)
    }
    var evenings = Array(early)
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
    days[first] = DayPlan(evenings)
    days[second] = DayPlan(late.indices.filter { !taken.contains($0) }.map { late[$0] })
  }
}
