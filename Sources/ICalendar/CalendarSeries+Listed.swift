package import OpeningHours

/// The occurrences of an event, one by one.
package struct ListedOccurrences: Sendable, Hashable {
  /// By start, each once.
  package let occurrences: [CalendarOccurrence]
  /// The last date of a series that continues after the occurrences; `LocalDate.last` if it has no end, or its end is far away. Nil if all
  /// occurrences are listed.
  package let continuesUntil: LocalDate?
}

extension CalendarSeries {
  /// Returns the occurrences through a date. Of a long series, the earliest are left out: those more than two years before that date, or before
  /// the end of the series.
  ///
  /// - Throws: an error if there are too many, or a rule cannot be applied.
  package func occurrences(through last: LocalDate, _ zones: inout CalendarZones) throws(CalendarError) -> ListedOccurrences {
    var occurrences = replacedOccurrences(&zones)
    var continuesUntil: LocalDate?
    let shifts = futureShifts(&zones)
    // Nothing takes place from here on.
    let end = shifts.last.flatMap { $0.event.status == .cancelled ? $0.from : nil } ?? .max
    var replaced: [CalendarTime.Clock: Exceptions] = [:]
    var ruled = 0
    for event in masters {
      let exceptions = exceptions(to: event, &zones)
      let others = replaced[event.start.clock] ?? replacedStarts(of: event, &zones)
      replaced[event.start.clock] = others
      var starts: Set<Int64> = []
      var earliest = Int64.min
      for rule in event.rules {
        let listed = try self.starts(of: rule, event, through: last, &zones)
        starts.formUnion(listed.starts)
        ruled += listed.starts.count
        guard ruled <= Self.maximumRuledStarts else {
          throw CalendarError(.limit, .rule, "more than \(Self.maximumRuledStarts) occurrences in three years")
        }
        earliest = max(earliest, listed.earliest)
        if let end = listed.continuesUntil { continuesUntil = max(continuesUntil ?? end, end) }
      }
      // The start takes place even if the rule leaves it out.
      if event.start.wall >= earliest { starts.insert(event.start.wall) }
      for start in starts where !exceptions.contains(start) && !others.contains(start) {
        if let occurrence = shifted(event, start, shifts, &zones) { occurrences.append(occurrence) }
      }
      for extra in extraStarts(of: event, &zones)
      where !starts.contains(extra.start) && extra.start < end && !exceptions.contains(extra.start) && !others.contains(extra.start) {
        occurrences.append(occurrence(of: event, at: extra.start, lasting: extra.length, &zones))
      }
    }
    func key(_ occurrence: CalendarOccurrence) -> (Int64, Int64, Int, String, String) {
      (occurrence.start, occurrence.end ?? .min, occurrence.isAllDay ? 0 : 1, occurrence.title ?? "", occurrence.location ?? "")
    }
    let sorted = Set(occurrences).sorted { key($0) < key($1) }
    return ListedOccurrences(occurrences: sorted, continuesUntil: end == .max ? continuesUntil : nil)
  }

  /// The maximum number of occurrences that the rules of a series may list.
  private static let maximumRuledStarts = 2_000

  /// Returns the starts of a rule on the clock of the event.
  private func starts(
    of rule: RecurrenceRule, _ event: CalendarEvent, through last: LocalDate, _ zones: inout CalendarZones
  ) throws(CalendarError) -> (starts: [Int64], earliest: Int64, continuesUntil: LocalDate?) {
    // Another clock may be at the next date.
    let end = Int64(last.daysSinceEpoch + 2) * 86_400
    let limit = limit(of: rule, event, &zones)
    let latest = Int64(last.daysSinceEpoch) * 86_400
    var earliest = Self.earliest(before: min(limit ?? latest, latest))
    let starts = try rule.starts(from: event.start, since: earliest, through: min(limit ?? end, end), &zones.budget)
    if let count = rule.count {
      if starts.count < count, limit == nil { return (starts.filter { $0 >= earliest }, earliest, .last) }
      earliest = Self.earliest(before: min(starts.last ?? latest, latest))
      return (starts.filter { $0 >= earliest }, earliest, nil)
    }
    guard let limit, limit <= end else {
      return (starts, earliest, limit.flatMap { LocalDate(daysSinceEpoch: Int(floorDay($0) / 86_400)) } ?? .last)
    }
    return (starts, earliest, nil)
  }

  /// Returns the first day of the month two years before a time.
  private static func earliest(before wall: Int64) -> Int64 {
    guard let (year, month, _) = LocalDate(daysSinceEpoch: Int(floorDay(wall) / 86_400))?.components,
      let date = LocalDate(year: year - 2, month: month, day: 1)
    else { return wall }
    return Int64(date.daysSinceEpoch) * 86_400
  }

  // MARK: - Changes of all later occurrences

  /// A change from an occurrence on: how much later occurrences start, and the event that says how long they last.
  private typealias Shift = (from: Int64, by: Int64, event: CalendarEvent)

  /// Returns the changes of all later occurrences, ascending, on the clock of the main event.
  private func futureShifts(_ zones: inout CalendarZones) -> [Shift] {
    var shifts: [Shift] = []
    let clock = zones.clock(of: main.start)
    for event in replacements where event.appliesToFuture {
      guard let id = event.recurrenceID else { continue }
      let from = zones.wall(id, on: clock)
      shifts.append((from, zones.wall(event.start, on: clock) - from, event))
    }
    return shifts.sorted { $0.from < $1.from }
  }

  /// Returns the occurrence of a rule, with the changes since an earlier one; nil if that one is canceled, and all later ones with it.
  private func shifted(_ event: CalendarEvent, _ start: Int64, _ shifts: [Shift], _ zones: inout CalendarZones) -> CalendarOccurrence? {
    let next = shifts.partitioningIndex { $0.from > start }
    guard next > 0 else { return occurrence(of: event, at: start, &zones) }
    let shift = shifts[next - 1]
    if shift.event.status == .cancelled { return nil }
    let clock = zones.clock(of: event.start)
    // The event that changes them may be on another clock.
    let wall = zones.wall(CalendarTime(wall: start + shift.by, clock: event.start.clock), on: zones.clock(of: shift.event.start))
    return clock.isCampus && zones.clock(of: shift.event.start).isCampus
      ? occurrence(of: shift.event, at: start + shift.by, &zones) : occurrence(of: shift.event, at: wall, &zones)
  }
}
