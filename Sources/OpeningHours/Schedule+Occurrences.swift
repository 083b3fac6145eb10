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
    var iterator = SpanIterator(self, at: zone.start(ofDay: Int64(firstDay(of: Int32(truncatingIfNeeded: zone.day(at: from))))))
    var found: [Occurrence] = []
    // Those to which a later service may belong, and those that begin after them.
    var open: [JoinedSpan] = []
    while found.count < limit {
      let next = iterator.next()
      while let first = open.first, found.count < limit, next.map({ $0.start > first.end || first.isLong }) ?? true {
        open.removeFirst()
        if first.end > from, end.map({ first.start < $0.secondsSinceEpoch }) ?? true, let one = Occurrence(first) { found.append(one) }
      }
      guard let next else { break }
      if zone.start(ofDay: Int64(next.day)) == next.start, let index = open.firstIndex(where: { $0.end == next.start && !$0.isLong }) {
        (open[index].end, open[index].lastDay) = (next.end, next.day)
      } else if end.map({ next.start < $0.secondsSinceEpoch }) ?? true {
        open.append(JoinedSpan(start: next.start, end: next.end, firstDay: next.day, lastDay: next.day))
      } else if open.isEmpty {
        break
      }
    }
    return found
  }

  /// Returns the first of the days before this one that services which meet at midnight may connect to it, or the day itself.
  private func firstDay(of day: Int32) -> Int32 {
    func services(_ day: Int32) -> ArraySlice<Service> { LocalDate(daysSinceEpoch: Int(day)).map { plan(on: $0).services } ?? [] }
    var first = day
    while day - first < JoinedSpan.longest / 2, services(first).contains(where: { $0.opens == .midnight }),
      services(first - 1).contains(where: { $0.closes == .endOfDay })
    {
      first -= 1
    }
    return first
  }
}

/// Services that meet at midnight, in seconds since 1970 and days since 1970.
private struct JoinedSpan {
  /// The maximum number of days of an occurrence; a longer one is several. At most half of them are before the time in question.
  static let longest: Int32 = 800

  let start: Int64
  var end: Int64
  let firstDay: Int32
  var lastDay: Int32

  var isLong: Bool { lastDay - firstDay >= Self.longest }
}

extension Occurrence {
  fileprivate init?(_ span: JoinedSpan) {
    guard let start = Instant(secondsSinceEpoch: span.start), let end = Instant(secondsSinceEpoch: span.end),
      let first = LocalDate(daysSinceEpoch: Int(span.firstDay)), let last = LocalDate(daysSinceEpoch: Int(span.lastDay))
    else { return nil }
    self.init(start: start, end: end, days: first...last)
  }
}

/// One time at which an event takes place.
public struct Occurrence: Sendable, Hashable {
  public let start: Instant
  /// When it ends, exclusive. Later than `start`.
  public let end: Instant
  /// The days on which its first and last services begin.
  public let days: ClosedRange<LocalDate>

  package init(start: Instant, end: Instant, days: ClosedRange<LocalDate>) {
    (self.start, self.end, self.days) = (start, end, days)
  }

  /// Whether it lasts from midnight to midnight on the clock of a zone. A clock change may skip midnight.
  package func isWholeDays(in zone: Zone) -> Bool {
    start == zone.start(of: days.lowerBound) && end == days.upperBound.adding(days: 1).flatMap { zone.start(of: $0) }
  }
}
