/// Joins nights that a feed splits at midnight: a service until 24:00 and one of the next day from 00:00 are one service
/// of the first day, when their labels are equal and the whole is no longer than 24 hours.
public enum NightJoin {
  /// The days of a week, which follow each other in a circle.
  public static func join(_ week: [Weekday: [Service]]) -> [Weekday: [Service]] {
    let days = join(week: Weekday.allCases.map { week[$0] ?? [] })
    return Dictionary(uniqueKeysWithValues: zip(Weekday.allCases, days))
  }

  /// The seven days of a week, Monday first, which follow each other in a circle; services in any order.
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
      let (first, second) = joined(days[index].services, days[index + 1].services)
      days[index].services = first
      days[index + 1].services = second
    }
  }

  private static func join(_ days: inout [[Service]], _ first: Int, _ second: Int) {
    (days[first], days[second]) = joined(days[first], days[second])
  }

  /// Two days that follow each other, with the nights between them whole. Linear in the number of services.
  private static func joined(_ first: [Service], _ second: [Service]) -> ([Service], [Service]) {
    guard first.contains(where: { $0.closes == .endOfDay }), second.contains(where: { $0.opens == .midnight }) else {
      return (first, second)
    }
    // By label, the places of the services that begin at midnight, the last to be taken first.
    var mornings: [String?: [Int]] = [:]
    for index in second.indices.reversed() where second[index].opens == .midnight {
      mornings[second[index].label, default: []].append(index)
    }
    var evenings = first
    var taken: Set<Int> = []
    for (index, early) in first.enumerated() where early.closes == .endOfDay {
      guard let morning = mornings[early.label]?.last, let closes = LocalTime(minutes: 1440 + Int(second[morning].closes.minutes)),
        let whole = Service(opens: early.opens, closes: closes, label: early.label)
      else { continue }
      evenings[index] = whole
      taken.insert(morning)
      mornings[early.label]?.removeLast()
    }
    return (evenings, second.indices.filter { !taken.contains($0) }.map { second[$0] })
  }
}
