extension Schedule {
  /// Returns the next occurrences of an event with these hours, sorted by start, then end: services, of which those that meet at midnight are one.
  ///
  /// Days without a layer, and unknown days, have none. Takes time linear in the number of days with services that are returned.
  ///
  /// - Parameters:
  ///   - instant: occurrences that have ended by then are left out. One that began before is whole.
  ///   - end: occurrences that begin then or later are left out; nil for no end.
  ///   - limit: the maximum number of occurrences.
  package func occurrences(from instant: Instant, before end: Instant? = nil, limit: Int) -> [Occurrence] {
    let from = instant.secondsSinceEpoch
    var iterator = SpanIterator(self, at: zone.start(ofDay: Int64(firstDay(ofNight: Int32(truncatingIfNeeded: zone.day(at: from))))))
    var found: [Occurrence] = []
    while found.count < limit, let first = iterator.next(), end.map({ first.start < $0.secondsSinceEpoch }) ?? true {
      let label = iterator.label
      var last = first
      while last.day - first.day < Self.longestOccurrence, let next = iterator.next() {
        guard next.start == last.end, zone.start(ofDay: Int64(next.day)) == next.start else {
          iterator.putBack(next)
          break
        }
        last = next
      }
      guard last.end > from, let start = Instant(secondsSinceEpoch: first.start), let end = Instant(secondsSinceEpoch: last.end),
        let firstDay = LocalDate(daysSinceEpoch: Int(first.day)), let lastDay = LocalDate(daysSinceEpoch: Int(last.day))
      else { continue }
      found.append(Occurrence(start: start, end: end, label: label, days: firstDay...lastDay))
    }
    return found
  }

  /// The maximum number of days of an occurrence; a longer one is several.
  private static let longestOccurrence: Int32 = 400

  /// Returns the first of the days before this one that services which meet at midnight connect to it, or the day itself.
  private func firstDay(ofNight day: Int32) -> Int32 {
    func services(_ day: Int32) -> ArraySlice<Service> { LocalDate(daysSinceEpoch: Int(day)).map { plan(on: $0).services } ?? [] }
    var first = day
    while day - first < Self.longestOccurrence, services(first).contains(where: { $0.opens == .midnight }),
      services(first - 1).contains(where: { $0.closes == .endOfDay })
    {
      first -= 1
    }
    return first
  }
}

/// One time at which an event takes place.
public struct Occurrence: Sendable, Hashable {
  public let start: Instant
  /// When it ends, exclusive. Later than `start`.
  public let end: Instant
  /// The label of its first service; nil if it has none.
  public let label: String?
  /// The days on which its first and last services begin.
  public let days: ClosedRange<LocalDate>

  package init(start: Instant, end: Instant, label: String? = nil, days: ClosedRange<LocalDate>) {
    (self.start, self.end, self.label, self.days) = (start, end, label, days)
  }
}
