package import OpeningHours

extension CalendarSeries {
  /// Returns the occurrences of an event that takes place every week on the clock of the campus; nil for any other event.
  ///
  /// - Parameter listed: the date through which occurrences are listed otherwise. An event on another clock must be at the same time on the clock
  ///   of the campus in the three years before.
  package func weekly(through listed: LocalDate, _ zones: inout CalendarZones) -> WeeklyOccurrences? {
    guard masters.count == 1, main.rules.count == 1, let rule = main.rules.first, !replacements.contains(where: \.appliesToFuture),
      let start = date(main.start.wall), let weekdays = rule.everyWeek(from: start.weekday)
    else { return nil }
    let time = occurrence(of: main, at: main.start.wall, &zones)
    // Occurrences of several days must not meet the next ones.
    guard (time.end ?? time.start) - time.start <= 6 * 86_400 else { return nil }
    guard let first = (0..<7).lazy.compactMap({ start.adding(days: $0) }).first(where: { weekdays.contains($0.weekday) }) else {
      return nil
    }
    let last = last(of: rule, weekdays, from: first, &zones)
    // A rule that ends before it begins is listed.
    if let last, last < first { return nil }
    let isEndless = rule.count == nil && rule.until == nil
    guard last != nil || isEndless || rule.count != nil else { return nil }
    guard main.hasOwnDates || isConstant(weekdays, from: first, through: min(last ?? listed, listed), &zones) else { return nil }

    let second = main.start.wall - floorDay(main.start.wall)
    var exceptions = exceptions(to: main, &zones)
    exceptions.formUnion(replacedStarts(of: main, &zones))
    let dates = exceptions.days.union(exceptions.starts.filter { $0 - floorDay($0) == second }).compactMap(date)
    let removed = dates.filter { weekdays.contains($0.weekday) && $0 >= first && $0 <= last ?? .last }
    var added = replacedOccurrences(&zones)
    // The start takes place even if the rule leaves it out.
    var extras = extraStarts(of: main, &zones)
    if first != start { extras.append((main.start.wall, .unknown)) }
    for extra in extras where !exceptions.contains(extra.start) {
      added.append(occurrence(of: main, at: extra.start, lasting: extra.length, &zones))
    }
    return WeeklyOccurrences(
      weekdays: weekdays, first: first, last: last, time: time.moved(to: first), removed: Set(removed), added: added)
  }

  /// Returns whether clocks of the campus show the same time of the same day at all occurrences of the last three years before a date.
  private func isConstant(
    _ weekdays: Set<Weekday>, from first: LocalDate, through last: LocalDate, _ zones: inout CalendarZones
  ) -> Bool {
    let clock = zones.clock(of: main.start)
    if clock.isCampus { return true }
    let second = main.start.wall - floorDay(main.start.wall)
    func shift(_ day: Int) -> Int64 {
      let wall = Int64(day) * 86_400 + second
      return zones.campusWall(wall, on: clock) - wall
    }
    let (start, end) = (Int(first.daysSinceEpoch), Int(last.daysSinceEpoch))
    let expected = shift(start)
    guard (0..<86_400).contains(second + expected), start <= end else { return false }
    return (max(start, end - 3 * 366)...end).allSatisfy { day in
      LocalDate(daysSinceEpoch: day).map { !weekdays.contains($0.weekday) } ?? true || shift(day) == expected
    }
  }

  /// Returns the last date of a rule; nil if there is none, or none before the year 10000.
  private func last(
    of rule: RecurrenceRule, _ weekdays: Set<Weekday>, from first: LocalDate, _ zones: inout CalendarZones
  ) -> LocalDate? {
    if let count = rule.count {
      let offsets = (0..<7).filter { weekdays.contains(first.weekday.adding($0)) }
      return first.adding(days: (count - 1) / offsets.count * 7 + offsets[(count - 1) % offsets.count])
    }
    guard let limit = limit(of: rule, main, &zones), let day = date(limit) else { return nil }
    let second = main.start.wall - floorDay(main.start.wall)
    let latest = limit - floorDay(limit) >= second ? 0 : -1
    return (0..<7).lazy.compactMap { day.adding(days: latest - $0) }.first { weekdays.contains($0.weekday) }
  }

  private func date(_ wall: Int64) -> LocalDate? { LocalDate(daysSinceEpoch: Int(floorDay(wall) / 86_400)) }
}

extension CalendarOccurrence {
  /// Returns the same times on another date.
  fileprivate func moved(to date: LocalDate) -> CalendarOccurrence {
    let shift = Int64(date.daysSinceEpoch) * 86_400 - floorDay(start)
    return CalendarOccurrence(start: start + shift, end: end.map { $0 + shift }, isAllDay: isAllDay, title: title, location: location)
  }
}
