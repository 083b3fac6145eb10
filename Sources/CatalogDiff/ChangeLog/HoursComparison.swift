/// Compares two schedules of a place day by day and describes the changes in words.
///
/// Only service days that both schedules decide are compared: a window of dated hours that has moved on is not a change. Changes that
/// repeat weekly are described by weekday, all others by date.
///
/// Between two boundaries of layers each schedule repeats weekly, so one week of each stretch is enough, however long the stretch is.
struct HoursComparison {
  /// Changes with the codes `hours`, `hours.appeared`, `hours.vanished`, `hours.special-ended` and `hours.zone`.
  private(set) var changes: [Change] = []
  /// Whether both schedules have hours, but no day that both decide.
  private(set) var hasNoCommonDay = false

  /// The maximum number of date ranges that are described one by one.
  private static let maximumDates = 12

  private let sides: (old: Schedule, new: Schedule)?
  private let now: Instant

  /// - Parameters:
  ///   - old: nil for a place without hours.
  ///   - new: nil for a place without hours.
  ///   - now: the time of the new catalog. Special hours that were over by then count as ended.
  init(_ old: Schedule?, _ new: Schedule?, now: Instant) {
    let (isKnown, willBeKnown) = (old?.layers.isEmpty == false, new?.layers.isEmpty == false)
    self.now = now
    guard let old, let new, isKnown, willBeKnown else {
      sides = nil
      if isKnown { add("hours.vanished", "hours are no longer known", .breaking, why: "the hours vanished") }
      if willBeKnown { add("hours.appeared", "hours are known now") }
      return
    }
    sides = (old, new)
    if old.zone != new.zone {
      let text = "the clocks are those of \(new.zone.name), were those of \(old.zone.name)"
      add("hours.zone", text, .suspicious, why: "the clocks changed")
    }
    let alike = Schedule(zone: old.zone, layers: new.layers)
    if !old.isEquivalent(to: alike) { compare((old, old.canonical), (alike, alike.canonical)) }
  }

  // MARK: - Days

  /// The days between two boundaries of layers, where all weeks are equal in either schedule, or several such stretches in a row.
  private struct Stretch: Hashable, Comparable {
    /// The first day, in days since 1970-01-01; nil if unbounded.
    let start: Int32?
    /// The day after the last; nil if unbounded.
    let end: Int32?

    /// Days that represent the stretch: one week, or all days of a short stretch.
    var days: Range<Int32> {
      switch (start, end) {
      case (let start?, let end?): start..<(isLong ? start + 7 : end)
      case (let start?, nil): start..<(start + 7)
      case (nil, let end?): (end - 7)..<end
      case (nil, nil): 0..<7
      }
    }

    /// Whether the stretch is long enough to be described by weekday.
    var isLong: Bool {
      guard let start, let end else { return true }
      return end - start >= 14
    }

    var firstDate: LocalDate? { start.flatMap { LocalDate(daysSinceEpoch: Int($0)) } }

    var lastDate: LocalDate? { end.flatMap { LocalDate(daysSinceEpoch: Int($0) - 1) } }

    /// " from Tue 1 Dec 2026 to Thu 31 Dec 2026", with a space before it; empty if unbounded.
    var text: String {
      switch (firstDate, lastDate) {
      case (nil, nil): ""
      case (let first?, nil): " from \(first.longText) on"
      case (nil, let last?): " until \(last.longText)"
      case (let first?, let last?): " from \(first.longText) to \(last.longText)"
      }
    }

    /// Sorts by the first day, then by the last. Unbounded stretches begin first and end last.
    static func < (left: Self, right: Self) -> Bool {
      (left.start ?? .min, left.end ?? .max) < (right.start ?? .min, right.end ?? .max)
    }
  }

  /// The plans of one day in both schedules.
  private struct PlanPair: Hashable {
    let old: DayPlan
    let new: DayPlan
  }

  /// A schedule as the feed states it and in canonical form. A day counts as different only if it differs in both forms: equal
  /// statements are no change even if a night at the edge of the known days is joined differently, and neither are equal meanings.
  private typealias Forms = (stated: Schedule, canonical: Schedule)

  /// Compares the days that represent each stretch, groups equal differences, and describes weekly ones first, then dated ones.
  private mutating func compare(_ old: Forms, _ new: Forms) {
    var found: [PlanPair: [Weekday: [Stretch]]] = [:]
    var hasCommonDay = false
    var (vanishing, staying) = (false, false)
    for stretch in Self.stretches([old.stated, old.canonical, new.stated, new.canonical]) {
      for day in stretch.days {
        guard let date = LocalDate(daysSinceEpoch: Int(day)) else { continue }
        let pair = PlanPair(old: old.canonical.plan(on: date), new: new.canonical.plan(on: date))
        let isDecided = pair.old != .unknown && pair.new != .unknown
        hasCommonDay = hasCommonDay || isDecided
        if stretch.end == nil {
          vanishing = vanishing || pair.old != .unknown
          staying = staying || pair.new != .unknown
        }
        // Hours that become known or unknown without end are not a moving window.
        guard pair.old != pair.new, old.stated.plan(on: date) != new.stated.plan(on: date) else { continue }
        if isDecided || stretch.end == nil { found[pair, default: [:]][date.weekday, default: []].append(stretch) }
      }
    }
    if vanishing, !staying {
      add("hours.vanished", "regular hours are no longer known", .breaking, why: "the hours vanished")
      found = found.filter { $0.key.new != .unknown }
    } else if let before = old.stated.regularEnd, let after = new.stated.regularEnd, before != after {
      add("hours are known until \(after.longText), were until \(before.longText)")
    }
    guard hasCommonDay else {
      hasNoCommonDay = changes.isEmpty
      return
    }
    var weekly: [(period: Stretch, pair: PlanPair, days: [Weekday])] = []
    var dated: [(date: LocalDate, pair: PlanPair)] = []
    for (pair, weekdays) in found {
      for (weekday, stretches) in weekdays {
        for run in runs(Set(stretches), of: weekday) {
          if run.contains(where: \.isLong) {
            let period = Stretch(start: run.first?.start, end: run.last?.end)
            if let index = weekly.firstIndex(where: { $0.pair == pair && $0.period == period }) {
              weekly[index].days.append(weekday)
            } else {
              weekly.append((period, pair, [weekday]))
            }
          } else {
            dated += run.flatMap(\.days).compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter { $0.weekday == weekday }
              .map { ($0, pair) }
          }
        }
      }
    }
    for index in weekly.indices { weekly[index].days.sort() }
    weekly.sort { left, right in
      if left.period != right.period { return left.period < right.period }
      if left.days != right.days { return left.days.lexicographicallyPrecedes(right.days) }
      return HoursDescription.sentence(left.pair.old, left.pair.new, "") < HoursDescription.sentence(right.pair.old, right.pair.new, "")
    }
    for (period, pair, days) in weekly {
      if let last = period.lastDate, addIfOver(period.firstDate ?? last, last) { continue }
      add(HoursDescription.sentence(pair.old, pair.new, HoursDescription.weekdays(days) + period.text))
    }
    describe(dated.sorted { $0.date < $1.date })
  }

  /// Groups the stretches in which a weekday differs in the same way into runs without interruption. Days on which both schedules have
  /// special hours do not interrupt a run, because they hide the difference.
  private func runs(_ stretches: Set<Stretch>, of weekday: Weekday) -> [[Stretch]] {
    var runs: [[Stretch]] = []
    for stretch in stretches.sorted() {
      if let last = runs.last?.last, let end = last.end, let start = stretch.start, isHidden(end..<start, on: weekday) {
        runs[runs.count - 1].append(stretch)
      } else {
        runs.append([stretch])
      }
    }
    return runs
  }

  /// Whether both schedules have special hours on this weekday in a range of days; true for an empty range, and false for one of more than
  /// 366 days.
  private func isHidden(_ days: Range<Int32>, on weekday: Weekday) -> Bool {
    guard let (old, new) = sides, days.count <= 366 else { return false }
    return days.lazy.compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter { $0.weekday == weekday }
      .allSatisfy { old.isSpecial(on: $0) && new.isSpecial(on: $0) }
  }

  /// Splits all days where a layer of one of the schedules begins or ends. Each date with hours of its own is a stretch.
  private static func stretches(_ schedules: [Schedule]) -> [Stretch] {
    let sorted = Set(schedules.flatMap(\.layers).flatMap(\.boundaries)).sorted()
    return zip([nil] + sorted, sorted + [nil]).map { Stretch(start: $0, end: $1) }
  }

  // MARK: - Sentences

  /// Describes consecutive days with the same hours as one change. After `maximumDates` of them, one change sums up the rest.
  private mutating func describe(_ dated: [(date: LocalDate, pair: PlanPair)]) {
    var runs: [(first: LocalDate, last: LocalDate, pair: PlanPair)] = []
    for (date, pair) in dated {
      if let run = runs.last, run.pair == pair, run.last.adding(days: 1) == date {
        runs[runs.count - 1].last = date
      } else {
        runs.append((date, date, pair))
      }
    }
    var described = 0
    for run in runs {
      if addIfOver(run.first, run.last) { continue }
      guard described < Self.maximumDates else {
        return add("other hours on more dates, up to \(runs[runs.count - 1].last.longText)")
      }
      described += 1
      add(HoursDescription.sentence(run.pair.old, run.pair.new, HoursDescription.dates(run.first, run.last)))
    }
  }

  /// Adds a change if these are special hours of the old schedule that had ended by the time of the new one, which no longer has them.
  private mutating func addIfOver(_ first: LocalDate, _ last: LocalDate) -> Bool {
    guard let (old, new) = sides, last < new.zone.local(now).date, old.isSpecial(on: first), old.isSpecial(on: last),
      !new.isSpecial(on: first), !new.isSpecial(on: last)
    else { return false }
    add("hours.special-ended", "the special hours \(HoursDescription.dates(first, last)) are over")
    return true
  }

  private mutating func add(_ text: String) { add(Change.hours, text) }

  private mutating func add(_ code: String, _ text: String, _ rank: Change.Rank = .routine, why: String? = nil) {
    changes.append(Change(code, field: "hours", text, rank, why: why))
  }
}

extension Schedule {
  /// The last day of the weekly and term layers; nil if one of them does not end, or there are none.
  fileprivate var regularEnd: LocalDate? {
    let regular = layers.filter { layer in
      if case .days = layer.rule { return false }
      return layer.level <= .term
    }
    let ends = regular.compactMap(\.to)
    return ends.count == regular.count ? ends.max() : nil
  }

  /// Whether a layer above the term level decides the day, and another layer covers it too.
  fileprivate func isSpecial(on date: LocalDate) -> Bool {
    guard let deciding = decidingLayer(on: date), layers[deciding].level > .term else { return false }
    return weakestLayer(on: date) != deciding
  }
}
