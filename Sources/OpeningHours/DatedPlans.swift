/// The plan of one date.
public struct DatedPlan: Sendable, Hashable {
  public let date: LocalDate
  public let plan: DayPlan

  public init(_ date: LocalDate, _ plan: DayPlan) {
    self.date = date
    self.plan = plan
  }
}

/// Plans of dates, sorted by date, each date once.
public struct DatedPlans: Sendable, Hashable {
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

  public subscript(date: LocalDate) -> DayPlan? { position(of: date).map { plans[$0] } }

  /// Where the plan of a date stands.
  func position(of date: LocalDate) -> Int? {
    let index = firstIndex(notBefore: date.daysSinceEpoch)
    return index < dates.count && dates[index] == date ? index : nil
  }

  /// Where the first date stands that is this day or later; `count` when there is none.
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
