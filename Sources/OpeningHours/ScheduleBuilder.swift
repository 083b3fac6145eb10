/// Builds a schedule in canonical form from a function that returns the plan of each service day.
///
/// Between given boundaries, the plans must repeat weekly.
struct ScheduleBuilder {
  /// The days on which the weekly pattern may change, ascending.
  private let boundaries: [Int32]
  private let makePlan: (Int32) -> DayPlan
  private var cachedPlans: [Int32: DayPlan] = [:]

  /// How many days exceptions may last without ending the run of weeks around them.
  private static let maximumExceptionDays: Int32 = 28

  /// - Parameter boundaries: the days on which the weekly pattern may change, in days since 1970, in any order.
  init(boundaries: some Sequence<Int32>, _ makePlan: @escaping (Int32) -> DayPlan) {
    let inside = boundaries.filter { $0 > LocalDate.first.daysSinceEpoch && $0 <= LocalDate.last.daysSinceEpoch }
    self.boundaries = Set(inside).sorted()
    self.makePlan = makePlan
  }

  private mutating func plan(_ day: Int32) -> DayPlan {
    if let plan = cachedPlans[day] { return plan }
    let plan = makePlan(day)
    cachedPlans[day] = plan
    return plan
  }

  /// Returns the first boundary after a day.
  private func boundary(after day: Int32) -> Int32? {
    let next = boundaries.partitioningIndex { $0 > day }
    return next < boundaries.count ? boundaries[next] : nil
  }

  // MARK: - Building

  /// Returns the schedule. Its first layer has the earliest week, without beginning or end. Further layers, which do not overlap, have the
  /// weeks that follow. The last layer has individual dates.
  ///
  /// A week continues as long as it repeats. Days that differ become dates if the week resumes within four weeks. A week that does not
  /// repeat at all becomes dates.
  mutating func schedule(zone: Zone) -> Schedule {
    var layers: [Layer] = []
    var dates: [DatedPlan] = []
    // All weeks before the first boundary are the same.
    var start = max((boundaries.first ?? 0) - 14, LocalDate.first.daysSinceEpoch)
    let first = run(from: start)
    if !first.isUnknown { layers.append(Layer(.weekly, unbounded: first.rule)) }
    for day in first.exceptions { add(day, to: &dates) }
    var last = first
    while let end = last.end {
      start = end
      last = run(from: start)
      if last.repeats || last.end == nil {
        // If the first week returns, its layer needs no other.
        let (from, to) = (LocalDate(daysSinceEpoch: Int(start)), last.end.flatMap { LocalDate(daysSinceEpoch: Int($0) - 1) })
        if last.week != first.week, let layer = Layer(.weekly, from: from, to: to, last.rule) { layers.append(layer) }
        for day in last.exceptions { add(day, to: &dates) }
      } else {
        for day in start..<(last.end ?? start) where plan(day) != first.week[LocalDate.weekday(of: day)] { add(day, to: &dates) }
      }
    }
    if !dates.isEmpty { layers.append(Layer(.special, dates: dates)) }
    return Schedule(zone: zone, layers: layers)
  }

  private mutating func add(_ day: Int32, to dates: inout [DatedPlan]) {
    guard let date = LocalDate(daysSinceEpoch: Int(day)) else { return }
    dates.append(DatedPlan(date, plan(day)))
  }

  /// A run of days with the same week.
  private struct Run {
    /// Monday first.
    var week: [DayPlan]
    /// The first day after the run; nil if it never ends.
    var end: Int32?
    var exceptions: [Int32] = []
    /// Whether some weekday occurs again with the same plan.
    var repeats = false

    var isUnknown: Bool { week.allSatisfy { $0 == .unknown } }

    var rule: Layer.Rule { week.allSatisfy { $0 == .wholeDay } ? .always : .week(WeekPlan(DayPlans(week))) }
  }

  private mutating func run(from start: Int32) -> Run {
    var run = Run(week: Array(repeating: .unknown, count: 7))
    for day in start..<(start + 7) where day <= LocalDate.last.daysSinceEpoch { run.week[LocalDate.weekday(of: day)] = plan(day) }
    var day = start + 7
    while true {
      // After a full week without a change, continue at the next boundary.
      if boundary(after: day - 8) ?? .max > day {
        guard let next = boundary(after: day) else { return run }
        run.repeats = true
        day = next
      }
      guard day <= LocalDate.last.daysSinceEpoch else { return run }
      if plan(day) == run.week[LocalDate.weekday(of: day)] {
        run.repeats = true
        day += 1
      } else if let exceptions = exceptions(to: run, from: day) {
        run.exceptions += exceptions
        day = (exceptions.last ?? day) + 1
      } else {
        run.end = day
        return run
      }
    }
  }

  /// Returns the days, from this one on, that differ from the run's week, if the week resumes soon; nil if it does not.
  private mutating func exceptions(to run: Run, from start: Int32) -> [Int32]? {
    var exceptions: [Int32] = []
    var alike = 0
    var day = start
    while alike < 7 {
      guard day <= LocalDate.last.daysSinceEpoch, day - start < Self.maximumExceptionDays + 7 else { return nil }
      if plan(day) == run.week[LocalDate.weekday(of: day)] {
        alike += 1
      } else {
        exceptions.append(day)
        alike = 0
      }
      day += 1
    }
    return exceptions
  }
}
