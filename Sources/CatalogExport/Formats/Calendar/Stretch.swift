import OpeningHours

/// A range of days that one layer decides, except for gaps of at most a month.
struct Stretch {
  /// The first day; nil for no beginning.
  let from: LocalDate?
  /// The last day, inclusive; nil for no end.
  private(set) var to: LocalDate?
  /// The days in between that other layers decide, or that are unknown, ascending, in days since 1970.
  private(set) var gaps: [ClosedRange<Int32>] = []

  /// The most days that a gap has. A longer one divides the days into two stretches.
  private static let longestGap = 31

  /// Creates a stretch from a period.
  init(_ period: Schedule.Period) { self.init(from: period.from, to: period.to) }

  private init(from: LocalDate?, to: LocalDate?, gaps: [ClosedRange<Int32>] = []) { (self.from, self.to, self.gaps) = (from, to, gaps) }

  /// Adds a later period; returns false if the gap before it is too long.
  mutating func add(_ period: Schedule.Period) -> Bool {
    guard let last = to?.daysSinceEpoch, let next = period.from?.daysSinceEpoch, next - last - 1 <= Self.longestGap else { return false }
    gaps.append(last + 1...next - 1)
    to = period.to
    return true
  }

  /// Returns the part of the stretch that is in a range of days; nil if there is none.
  func within(_ days: ClosedRange<LocalDate>) -> Stretch? {
    let (from, to) = (max(self.from ?? .first, days.lowerBound), min(self.to ?? .last, days.upperBound))
    return from <= to ? Stretch(from: from, to: to == .last ? nil : to, gaps: gaps) : nil
  }

  /// Returns the stretch with more gaps.
  ///
  /// - Parameter excluded: days that are in no gap.
  func without(_ excluded: [LocalDate]) -> Stretch {
    let more = excluded.map { $0.daysSinceEpoch...$0.daysSinceEpoch }
    return more.isEmpty ? self : Stretch(from: from, to: to, gaps: (gaps + more).sorted { $0.lowerBound < $1.lowerBound })
  }

  /// Returns the days with one of the weekdays in some ranges, ascending, except those in gaps.
  func days(in ranges: [ClosedRange<LocalDate>], on weekdays: [Weekday]) -> [LocalDate] {
    let weekdays = Set(weekdays)
    let next = ranges.partitioningIndex { $0.upperBound >= from ?? .first }
    return ranges[next...].prefix { $0.lowerBound <= to ?? .last }.flatMap { range -> [LocalDate] in
      let (first, last) = (max(range.lowerBound, from ?? .first), min(range.upperBound, to ?? .last))
      return (first.daysSinceEpoch...last.daysSinceEpoch).compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter {
        weekdays.contains($0.weekday) && gap(at: $0) == nil
      }
    }
  }

  /// Returns the first day from one day to another (nil for no end) that has one of the weekdays; nil if there is none.
  func firstDay(from: LocalDate, to: LocalDate?, on weekdays: Set<Weekday>) -> LocalDate? {
    var next: LocalDate? = from
    while let day = next, day <= to ?? .last {
      if let gap = gap(at: day) {
        next = LocalDate(daysSinceEpoch: Int(gap.upperBound) + 1)
      } else if weekdays.contains(day.weekday) {
        return day
      } else {
        next = day.adding(days: 1)
      }
    }
    return nil
  }

  /// Returns the last day from one day to another that has one of the weekdays; nil if there is none.
  func lastDay(from: LocalDate, to: LocalDate, on weekdays: Set<Weekday>) -> LocalDate? {
    var next: LocalDate? = to
    while let day = next, day >= from {
      if let gap = gap(at: day) {
        next = LocalDate(daysSinceEpoch: Int(gap.lowerBound) - 1)
      } else if weekdays.contains(day.weekday) {
        return day
      } else {
        next = day.adding(days: -1)
      }
    }
    return nil
  }

  /// Returns the gap that a day is in; nil if it is in none.
  func gap(at day: LocalDate) -> ClosedRange<Int32>? {
    let index = gaps.partitioningIndex { $0.upperBound >= day.daysSinceEpoch }
    return index < gaps.count && gaps[index].contains(day.daysSinceEpoch) ? gaps[index] : nil
  }
}

extension Schedule {
  /// Returns the stretches of each layer, in the order of the layers.
  var stretches: [[Stretch]] {
    var all = [[Stretch]](repeating: [], count: layers.count)
    for period in periods {
      guard let layer = period.layer else { continue }
      if let last = all[layer].indices.last, all[layer][last].add(period) { continue }
      all[layer].append(Stretch(period))
    }
    return all
  }
}
