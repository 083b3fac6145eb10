/// A change of the offset of a zone.
package struct OffsetChange: Sendable, Hashable {
  /// In seconds since 1970.
  package let at: Int64
  /// Seconds east of UTC before the change.
  package let before: Int
  /// Seconds east of UTC from the change on.
  package let after: Int

  /// The local times that clocks skip, or show twice, in seconds since 1970-01-01T00:00:00.
  package var doubtful: Range<Int64> { at + Int64(min(before, after))..<at + Int64(max(before, after)) }
}

extension Zone {
  /// Returns the changes of the offset after the beginning of a range of time and before its end, ascending.
  package func offsetChanges(in range: Range<Instant>) -> [OffsetChange] {
    var changes: [OffsetChange] = []
    var current = interval(at: range.lowerBound.secondsSinceEpoch)
    while current.end < range.upperBound.secondsSinceEpoch {
      let next = interval(at: current.end)
      if next.offset != current.offset {
        changes.append(OffsetChange(at: current.end, before: Int(current.offset), after: Int(next.offset)))
      }
      current = next
    }
    return changes
  }

  /// Returns the time of a service that begins on a date; nil if a clock change leaves no time between its start and end.
  package func time(of service: Service, on date: LocalDate) -> Range<Instant>? {
    guard let (start, end) = seconds(of: service, on: date), let start = Instant(secondsSinceEpoch: start),
      let end = Instant(secondsSinceEpoch: end)
    else { return nil }
    return start..<end
  }

  /// Returns when a service begins and ends, in seconds since 1970; nil if a clock change leaves no time in between.
  func seconds(of service: Service, on date: LocalDate) -> (start: Int64, end: Int64)? {
    let midnight = Int64(date.daysSinceEpoch) * 86_400
    let start = seconds(wall: midnight + Int64(service.opens.minutes) * 60)
    let end = seconds(wall: midnight + Int64(service.closes.minutes) * 60)
    return start < end ? (start, end) : nil
  }
}
