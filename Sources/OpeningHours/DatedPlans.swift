/// The plan of one date.
public struct DatedPlan: Sendable, Hashable {
  /// The service day.
  public let date: LocalDate
  /// What is known about that day.
  public let plan: DayPlan

  public init(_ date: LocalDate, _ plan: DayPlan) {
    self.date = date
    self.plan = plan
  }
}

/// Plans of dates, sorted by date, each date once.
public struct DatedPlans: Sendable, Hashable {
  /// The dates, ascending, each once.
  public let dates: [LocalDate]
  /// The plans of these dates, in the same order.
  public let plans: DayPlans

  /// Plans in any order; of two for one date the later in the list stays.
  public init(_ days: [DatedPlan]) { self.init(dates: days.map(\.date), DayPlans(days.lazy.map(\.plan))) }

  /// - Parameters:
  ///   - dates: in any order; of two equal ones the later in the list stays.
  ///   - plans: one for each of them.
  public init(dates: [LocalDate], _ plans: DayPlans) {
    var ascending = true
    for index in dates.indices.dropFirst() where dates[index &- 1] >= dates[index] { ascending = false }
    if ascending {
      self.dates = dates
      self.plans = plans
    } else {
      let last = Dictionary(zip(dates, dates.indices)) { _, later in later }
      let order = last.sorted { $0.key < $1.key }
      self.dates = order.map(\.key)
      self.plans = DayPlans(order.lazy.map { plans[$0.value] })
    }
  }

  /// The plan of a date; nil if the list does not have the date.
  public subscript(date: LocalDate) -> DayPlan? { position(of: date).map { plans[$0] } }

  /// The index of a date's plan; nil for other dates.
  func position(of date: LocalDate) -> Int? {
    let index = firstIndex(notBefore: date.daysSinceEpoch)
    return index < dates.count && dates[index] == date ? index : nil
  }

  /// The index of the first date on or after this day; `count` if there is none.
  func firstIndex(notBefore day: Int32) -> Int {
    var (low, high) = (0, dates.count)
    while low < high {
      let middle = (low &+ high) / 2
      if dates[middle].daysSinceEpoch < day { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

extension DatedPlans: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { dates.count }

  public subscript(index: Int) -> DatedPlan { DatedPlan(dates[index], plans[index]) }
}
