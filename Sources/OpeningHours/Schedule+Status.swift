extension Schedule {
  /// Returns whether the place is open, closed or unknown at an instant, and until when.
  ///
  /// An instant within a service is open. Otherwise it is unknown if its local date is an unknown service day, and closed if not.
  public func status(at instant: Instant) -> Status {
    let now = instant.secondsSinceEpoch
    var iterator = SpanIterator(self, at: now)
    while let span = iterator.next() {
      if span.end <= now { continue }
      if span.start <= now { return Status(.open, until: end(of: span, &iterator).flatMap { Instant(secondsSinceEpoch: $0) }) }
      return notOpen(at: now, opens: span.start, mayBeUnknown: iterator.firstUnknown != nil)
    }
    return notOpen(at: now, opens: nil, mayBeUnknown: iterator.firstUnknown != nil)
  }

  /// Returns the end of an opening, joined with all that touch or overlap it; nil if it never ends, because it continues without a break
  /// for more than a week, or for two years if openings overlap, and the hours no longer change. The iterator continues with the opening after that.
  func end(of first: EpochSpan, _ iterator: inout SpanIterator) -> Int64? {
    var end = first.end
    // The day since which each opening has begun exactly where the previous one ended.
    var seamlessFrom = first.day
    while let span = iterator.next() {
      if span.start > end {
        iterator.putBack(span)
        return end
      }
      if span.end <= end { continue }
      if span.start < end { seamlessFrom = span.day }
      end = span.end
      guard span.day - seamlessFrom > 8 || span.day - first.day > 800 && isSteady(span.day) else { continue }
      if let change = nextBoundary(after: span.day - 8) {
        guard change > span.day + 4 else { continue }
        // Services that are open when that day begins belong to the day before it.
        iterator.jump(to: change - 3)
        end = max(end, zone.start(ofDay: Int64(change) - 2))
      } else {
        return nil
      }
    }
    return end
  }

  /// Returns whether the hours have been the same for two years. Openings that overlap may have a break when the clocks change; it has then
  /// occurred, if there is one.
  private func isSteady(_ day: Int32) -> Bool { lastBoundary(before: day).map { day - $0 > 800 } ?? true }

  /// Returns the status at a time that is not open.
  ///
  /// - Parameter mayBeUnknown: whether a day between now and the next opening may be unknown.
  private func notOpen(at now: Int64, opens: Int64?, mayBeUnknown: Bool) -> Status {
    let opening = opens.flatMap { Instant(secondsSinceEpoch: $0) }
    guard mayBeUnknown, let unknown = firstMoment(from: now, isKnown: false, before: opens) else {
      return Status(.closed, until: opening, opens: opening)
    }
    if unknown > now { return Status(.closed, until: Instant(secondsSinceEpoch: unknown)) }
    let known = firstMoment(from: now, isKnown: true, before: opens)
    let end = known.flatMap { Instant(secondsSinceEpoch: $0) } ?? opening
    return Status(.unknown(unknownReason(on: Int32(truncatingIfNeeded: zone.day(at: now)))), until: end)
  }

  /// Returns the first time, from `now` on, at which the local date is known, or unknown; nil if there is none before the limit.
  private func firstMoment(from now: Int64, isKnown: Bool, before limit: Int64?) -> Int64? {
    var moment = now
    var seen: Int32 = 0
    while moment < limit ?? .max {
      let day = Int32(truncatingIfNeeded: zone.day(at: moment))
      guard day <= LocalDate.last.daysSinceEpoch else { return nil }
      if self.isKnown(day) == isKnown { return moment }
      seen += 1
      moment = zone.nextDay(after: moment)
      // After more than a week without a change, continue at the next boundary.
      if seen > 10 {
        guard let change = nextBoundary(after: day - 8) else { return nil }
        if change > day { moment = max(moment, zone.start(ofDay: Int64(change))) }
      }
    }
    return nil
  }
}
