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

  public subscript(date: LocalDate) -> DayPlan? {
    var (low, high) = (0, dates.count)
    while low < high {
      let middle = (low + high) / 2
      if dates[middle] < date { low = middle + 1 } else { high = middle }
    }
    return low < dates.count && dates[low] == date ? plans[low] : nil
  }
}

extension DatedPlans: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { dates.count }

  public subscript(index: Int) -> DatedPlan { DatedPlan(dates[index], plans[index]) }
}
