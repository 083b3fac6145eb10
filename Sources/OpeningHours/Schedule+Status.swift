extension Schedule {
  /// Open, closed or unknown at a moment, and until when.
  ///
  /// A moment inside of any opening is open; else it is unknown if the date that clocks show is an unknown service day; else
  /// it is closed.
  public func status(at instant: Instant) -> Status {
    let now = instant.secondsSinceEpoch
    var walk = SpanWalk(self, at: now)
    while let span = walk.next() {
      if span.end <= now { continue }
      if span.start <= now { return Status(.open, until: end(of: span, &walk).flatMap { Instant(secondsSinceEpoch: $0) }) }
      return notOpen(at: now, opens: span.start, mayBeUnknown: walk.firstUnknown != nil)
    }
    return notOpen(at: now, opens: nil, mayBeUnknown: walk.firstUnknown != nil)
  }

  /// The end of an opening and of all that touch it; nil when there is none: an opening that goes on without a break for a
  /// week, and after that nothing changes. The walk then continues with the opening after that.
  func end(of first: WalkedSpan, _ walk: inout SpanWalk) -> Int64? {
    var end = first.end
    // The last day from which on each opening took over exactly where the one before it ended.
    var seamlessFrom = first.day
    while let span = walk.next() {
      if span.start > end {
        walk.giveBack(span)
        return end
      }
      if span.end <= end { continue }
      if span.start < end { seamlessFrom = span.day }
      end = span.end
      guard span.day - first.day > 8 else { continue }
      if let change = nextBoundary(after: span.day - 8) {
        guard span.day - seamlessFrom > 8, change > span.day + 4 else { continue }
        // The services that are open as that day begins belong to the day before it.
        walk.jump(to: change - 3)
        end = max(end, zone.start(ofDay: Int64(change) - 2))
      } else if span.day - seamlessFrom > 8 || span.day - first.day > 800 {
        return nil
      }
    }
    return end
  }

  /// - Parameter mayBeUnknown: some day between now and the next opening is not known.
  private func notOpen(at now: Int64, opens: Int64?, mayBeUnknown: Bool) -> Status {
    let opening = opens.flatMap { Instant(secondsSinceEpoch: $0) }
    guard mayBeUnknown, let unknown = firstMoment(from: now, isKnown: false, before: opens) else {
      return Status(.closed, until: opening, opens: opening)
    }
    if unknown > now { return Status(.closed, until: Instant(secondsSinceEpoch: unknown)) }
    let known = firstMoment(from: now, isKnown: true, before: opens)
    let end = known.flatMap { Instant(secondsSinceEpoch: $0) } ?? opening
    return Status(.unknown(unknownHours(on: Int32(truncatingIfNeeded: zone.day(at: now)))), until: end)
  }

  /// The first moment from `now` on at which clocks show a date that is known, or one that is not; nil when there is none
  /// before the limit.
  private func firstMoment(from now: Int64, isKnown: Bool, before limit: Int64?) -> Int64? {
    var moment = now
    var seen: Int32 = 0
    while moment < limit ?? .max {
      let day = Int32(truncatingIfNeeded: zone.day(at: moment))
      guard day <= LocalDate.last.daysSinceEpoch else { return nil }
      if self.isKnown(day) == isKnown { return moment }
      seen += 1
      moment = zone.nextDay(after: moment)
      // After more than a week of the same the next change is what counts.
      if seen > 10 {
        guard let change = nextBoundary(after: day - 8) else { return nil }
        if change > day { moment = max(moment, zone.start(ofDay: Int64(change))) }
      }
    }
    return nil
  }
}
