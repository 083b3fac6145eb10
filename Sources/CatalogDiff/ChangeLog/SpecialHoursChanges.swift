import OpeningHours

/// The differences of two schedules on days with special hours that have a name, such as "Thanksgiving", as ranges of days.
///
/// A range also has the days on which the special hours happen to be the usual ones: "Thanksgiving: closed 22–26 November".
struct SpecialHoursChanges {
  /// Consecutive days with the same special hours.
  struct Run {
    enum State: Hashable {
      /// The new special hours of each day, and the special hours that they replace; nil if those were the usual ones.
      case given(DayPlan, former: DayPlan?)
      /// The usual hours apply again.
      case dropped
    }

    let name: String
    let first: LocalDate
    let last: LocalDate
    let state: State
  }

  private let old: Schedule
  private let new: Schedule
  /// The days that a run covers already.
  private var covered: Set<LocalDate> = []
  private var found: [Run] = []

  /// The number of days by which a run is extended in either direction.
  private static let longestExtension = 400

  init(_ old: Schedule, _ new: Schedule) { (self.old, self.new) = (old, new) }

  /// The ranges by their first days.
  var runs: [Run] { found.sorted { $0.first < $1.first } }

  /// Adds a day whose hours differ, and that both schedules decide.
  ///
  /// - Parameter week: the days of a week that represents a longer time, if the day does.
  /// - Returns: false if its hours are not special, have no name, or differ within the week: they must be described by weekday then.
  mutating func add(_ date: LocalDate, among week: Range<Int32>?) -> Bool {
    if covered.contains(date) { return true }
    guard let name = new.specialName(on: date) ?? (new.isSpecial(on: date) ? nil : old.specialName(on: date)) else { return false }
    let state = state(on: date, name)
    if let week {
      let days = week.compactMap { LocalDate(daysSinceEpoch: Int($0)) }
      guard days.allSatisfy({ self.state(on: $0, name) == state }) else { return false }
    }
    let first = end(from: date, step: -1, name, state)
    let last = end(from: date, step: 1, name, state)
    for day in first.daysSinceEpoch...last.daysSinceEpoch { LocalDate(daysSinceEpoch: Int(day)).map { _ = covered.insert($0) } }
    if let state { found.append(Run(name: name, first: first, last: last, state: state)) }
    return true
  }

  /// Returns how the special hours with this name changed on a day; nil if neither schedule has them.
  private func state(on date: LocalDate, _ name: String) -> Run.State? {
    if new.specialName(on: date) == name {
      return .given(new.plan(on: date), former: old.isSpecial(on: date) ? old.plan(on: date) : nil)
    }
    return old.specialName(on: date) == name && !new.isSpecial(on: date) ? .dropped : nil
  }

  /// Returns the last of the consecutive days with the same state.
  private func end(from date: LocalDate, step: Int, _ name: String, _ state: Run.State?) -> LocalDate {
    var last = date
    for _ in 0..<Self.longestExtension {
      guard let next = last.adding(days: step), self.state(on: next, name) == state else { break }
      last = next
    }
    return last
  }
}
