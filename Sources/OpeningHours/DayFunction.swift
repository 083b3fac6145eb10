/// What is said of each service day, as a function that repeats weekly between a few boundaries; it can be written down as a
/// schedule in one way only.
struct DayFunction {
  /// The days from which on something else may be said, ascending. Between two of them each week is like the other.
  private let boundaries: [Int32]
  private let find: (Int32) -> DayPlan
  private var found: [Int32: DayPlan] = [:]

  /// How many days an exception may last, at most, for the week around it to go on.
  private static let patience: Int32 = 28

  /// - Parameters:
  ///   - boundaries: in any order.
  ///   - find: the plan of a day of the calendar.
  init(boundaries: some Sequence<Int32>, _ find: @escaping (Int32) -> DayPlan) {
    let inside = boundaries.filter { $0 > LocalDate.first.daysSinceEpoch && $0 <= LocalDate.last.daysSinceEpoch }
    self.boundaries = Set(inside).sorted()
    self.find = find
  }

  private mutating func plan(_ day: Int32) -> DayPlan {
    if let plan = found[day] { return plan }
    let plan = find(day)
    found[day] = plan
    return plan
  }

  /// The first boundary after this day.
  private func boundary(after day: Int32) -> Int32? {
    var (low, high) = (0, boundaries.count)
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= day { low = middle + 1 } else { high = middle }
    }
    return low < boundaries.count ? boundaries[low] : nil
  }

  // MARK: - Writing down

  /// The schedule of this function: the week with which it begins, without end; over it other weeks for as long as they
  /// repeat, without overlap; and over these dates for the rest.
  ///
  /// A week is taken up as long as it goes on, with dates for days that differ when it goes on within four weeks. What
  /// repeats not even once is dates alone.
  mutating func schedule(zone: Zone) -> Schedule {
    var layers: [Layer] = []
    var dates: [DatedPlan] = []
    // Before the first boundary all weeks are alike.
    var start = max((boundaries.first ?? 0) - 14, LocalDate.first.daysSinceEpoch)
    let first = run(from: start)
    if !first.isUnknown { layers.append(Layer(.weekly, unbounded: first.rule)) }
    for day in first.exceptions { add(day, to: &dates) }
    var last = first
    while let end = last.end {
      start = end
      last = run(from: start)
      if last.repeats || last.end == nil {
        // Where the first week returns, it shows through.
        if last.week != first.week, let layer = layer(last, from: start) { layers.append(layer) }
        for day in last.exceptions { add(day, to: &dates) }
      } else {
        for day in start..<(last.end ?? start) where plan(day) != first.week[Self.weekday(day)] { add(day, to: &dates) }
      }
    }
    if !dates.isEmpty { layers.append(Layer(.special, dates: dates)) }
    return Schedule(zone: zone, layers: layers)
  }

  private mutating func add(_ day: Int32, to dates: inout [DatedPlan]) {
    guard let date = LocalDate(daysSinceEpoch: Int(day)) else { return }
    dates.append(DatedPlan(date, plan(day)))
  }

  /// A stretch of days with one week.
  private struct Run {
    /// Monday first.
    var week: [DayPlan]
    /// The first day after it; nil when it goes on for ever.
    var end: Int32?
    var exceptions: [Int32] = []
    /// Some weekday came twice as the week says.
    var repeats = false

    var isUnknown: Bool { week.allSatisfy { $0 == .unknown } }

    var rule: Layer.Rule { week.allSatisfy { $0 == .services([.wholeDay]) } ? .always : .week(WeekPlan(DayPlans(week))) }
  }

  private mutating func run(from start: Int32) -> Run {
    var run = Run(week: Array(repeating: .unknown, count: 7))
    for day in start..<(start + 7) where day <= LocalDate.last.daysSinceEpoch { run.week[Self.weekday(day)] = plan(day) }
    var day = start + 7
    while true {
      // Once a week was as the one before it, only the next boundary can bring something new.
      if boundary(after: day - 8) ?? .max > day {
        guard let next = boundary(after: day) else { return run }
        run.repeats = true
        day = next
      }
      guard day <= LocalDate.last.daysSinceEpoch else { return run }
      if plan(day) == run.week[Self.weekday(day)] {
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

  /// The days from this one on that differ from the week, when a whole week like it follows soon.
  private mutating func exceptions(to run: Run, from start: Int32) -> [Int32]? {
    var exceptions: [Int32] = []
    var alike = 0
    var day = start
    while alike < 7 {
      guard day <= LocalDate.last.daysSinceEpoch, day - start < Self.patience + 7 else { return nil }
      if plan(day) == run.week[Self.weekday(day)] {
        alike += 1
      } else {
        exceptions.append(day)
        alike = 0
      }
      day += 1
    }
    return exceptions
  }

  private func layer(_ run: Run, from start: Int32) -> Layer? {
    let to = run.end.flatMap { LocalDate(daysSinceEpoch: Int($0) - 1) }
    return Layer(.weekly, from: LocalDate(daysSinceEpoch: Int(start)), to: to, run.rule)
  }

  private static func weekday(_ day: Int32) -> Int {
    let number = Int(day + 3) % 7
    return number < 0 ? number + 7 : number
  }
}
