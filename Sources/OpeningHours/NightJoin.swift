/// Joins nights that a feed splits at midnight: a service until 24:00 and one of the next day from 00:00 are one service
/// of the first day, when their labels are equal and the whole is no longer than 24 hours.
public enum NightJoin {
  /// The days of a week, which follow each other in a circle.
  public static func join(_ week: [Weekday: [Service]]) -> [Weekday: [Service]] {
    let days = join(week: Weekday.allCases.map { week[$0] ?? [] })
    return Dictionary(uniqueKeysWithValues: zip(Weekday.allCases, days))
  }

  /// The seven days of a week, Monday first, which follow each other in a circle; services in any order, and sorted after.
  public static func join(week: [[Service]]) -> [[Service]] {
    var days = week
    for index in days.indices where days[index].count > 1 { days[index] = DayPlan(days[index]).services }
    guard days.count == 7, days.contains(where: { $0.first?.opens == .midnight }) else { return days }
    for index in days.indices.reversed() { join(&days, index, (index + 1) % 7) }
    return days
  }

  /// Dated days, sorted by date, the services of each in any order; only neighbours are joined.
  public static func join(_ days: inout [(date: LocalDate, services: [Service])]) {
    guard days.count > 1, days.contains(where: { $0.services.contains { $0.opens == .midnight } }) else { return }
    for index in days.indices { days[index].services = DayPlan(days[index].services).services }
    for index in days.indices.dropLast().reversed() where days[index].date.daysSinceEpoch + 1 == days[index + 1].date.daysSinceEpoch {
      while let (evening, morning) = pair(days[index].services, days[index + 1].services) {
        days[index].services[evening.index] = evening.joined
        days[index + 1].services.remove(at: morning)
      }
    }
  }

  private static func join(_ days: inout [[Service]], _ first: Int, _ second: Int) {
    while let (evening, morning) = pair(days[first], days[second]) {
      days[first][evening.index] = evening.joined
      days[second].remove(at: morning)
    }
  }

  private static func pair(_ first: [Service], _ second: [Service]) -> (evening: (index: Int, joined: Service), morning: Int)? {
    guard first.contains(where: { $0.closes == .endOfDay }) else { return nil }
    for (morning, late) in second.enumerated() where late.opens == .midnight {
      for (index, early) in first.enumerated() where early.closes == .endOfDay && early.label == late.label {
        guard let closes = LocalTime(minutes: 1440 + Int(late.closes.minutes)),
          let joined = Service(opens: early.opens, closes: closes, label: early.label)
        else { continue }
        return ((index, joined), morning)
      }
    }
    return nil
  }
}
