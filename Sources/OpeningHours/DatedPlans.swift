/// The plan of one service day.
public struct DatedPlan: Sendable, Hashable {
  public let date: LocalDate
  public let plan: DayPlan

  public init(_ date: LocalDate, _ plan: DayPlan) {
    self.date = date
    self.plan = plan
  }
}

/// A collection of plans for individual dates, sorted by date. Each date occurs once.
public struct DatedPlans: Sendable, Hashable {
  /// The dates, ascending, each once.
  public let dates: [LocalDate]
  /// The plans of these dates, in the same order.
  public let plans: DayPlans

  /// Creates a collection from plans in any order. If a date occurs more than once, its last plan is used.
  public init(_ days: [DatedPlan]) { self.init(dates: days.map(\.date), DayPlans(days.lazy.map(\.plan))) }

  /// Creates a collection from dates in any order and one plan for each. If a date occurs more than once, its last plan is used.
  public init(dates: [LocalDate], _ plans: DayPlans) {
    if zip(dates, dates.dropFirst()).allSatisfy(<) {
      self.dates = dates
      self.plans = plans
    } else {
      let last = Dictionary(zip(dates, dates.indices)) { _, later in later }
      let order = last.sorted { $0.key < $1.key }
      self.dates = order.map(\.key)
      self.plans = DayPlans(order.lazy.map { plans[$0.value] })
    }
  }

  /// The plan of a date; nil if there is none.
  public subscript(date: LocalDate) -> DayPlan? {
    let index = firstIndex(notBefore: date.daysSinceEpoch)
    return index < dates.count && dates[index] == date ? plans[index] : nil
  }

  /// Returns the index of the first date on or after this day; `count` if there is none.
  func firstIndex(notBefore day: Int32) -> Int { dates.partitioningIndex { $0.daysSinceEpoch >= day } }
}

extension DatedPlans: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { dates.count }

  public subscript(index: Int) -> DatedPlan { DatedPlan(dates[index], plans[index]) }
}
