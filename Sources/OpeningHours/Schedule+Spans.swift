extension Schedule {
  /// Returns the services that overlap a range of time, sorted by start, then end.
  ///
  /// Services that touch or overlap remain separate, and services are not cut at the ends of the range. Takes time linear in the number of
  /// days with services.
  public func spans(in range: Range<Instant>) -> [OpenSpan] {
    var spans: [OpenSpan] = []
    let (from, to) = (range.lowerBound.wholeSecond, range.upperBound.wholeSecond)
    var iterator = SpanIterator(self, at: from)
    while from < to, let span = iterator.next(), span.start < to {
      guard span.end > from, let start = Instant(secondsSinceEpoch: span.start), let end = Instant(secondsSinceEpoch: span.end),
        let day = LocalDate(daysSinceEpoch: Int(span.day))
      else { continue }
      spans.append(OpenSpan(start: start, end: end, label: iterator.label, serviceDay: day))
    }
    return spans
  }

  /// Returns the open times within a range of time, sorted.
  ///
  /// Services that touch or overlap are joined, and open times are cut at the ends of the range. Unknown days are not open.
  public func openTimes(in range: Range<Instant>) -> [Range<Instant>] {
    let (from, to) = (range.lowerBound.wholeSecond, range.upperBound.wholeSecond)
    var times: [Range<Instant>] = []
    forEachOpening(in: from..<to) { start, end in
      let (start, end) = (max(start, from), min(end ?? .max, to))
      guard start < end, let start = Instant(secondsSinceEpoch: start), let end = Instant(secondsSinceEpoch: end) else { return }
      times.append(start..<end)
    }
    return times
  }

  /// Returns the total open time within a range of time, in seconds. Unknown days are not open.
  public func openSeconds(in range: Range<Instant>) -> Int {
    openTimes(in: range).reduce(0) { $0 + Int($1.upperBound.secondsSinceEpoch - $1.lowerBound.secondsSinceEpoch) }
  }

  /// Calls `body` with the openings that overlap a range of time. Services that touch or overlap are joined, and openings are not cut at
  /// the ends of the range.
  ///
  /// - Parameters:
  ///   - range: in seconds since 1970.
  ///   - body: receives the start and end of an opening, in seconds since 1970. The end is nil if the opening never ends.
  package func forEachOpening(in range: Range<Int64>, _ body: (_ start: Int64, _ end: Int64?) -> Void) {
    var iterator = SpanIterator(self, at: range.lowerBound)
    while let span = iterator.next(), span.start < range.upperBound {
      let end = end(of: span, &iterator)
      if end ?? .max > range.lowerBound { body(span.start, end) }
      if end == nil { return }
    }
  }
}

extension Instant {
  /// The seconds since 1970, rounded up. Openings begin and end at whole seconds.
  var wholeSecond: Int64 { nanoseconds == 0 ? secondsSinceEpoch : secondsSinceEpoch + 1 }
}

/// A service of a service day as a span of time.
public struct OpenSpan: Sendable, Hashable {
  public let start: Instant
  /// When the service closes, exclusive. Later than `start`.
  public let end: Instant
  /// The label of the service, such as "Lunch"; nil if it has none.
  public let label: String?
  /// The day that the service belongs to. A night belongs to the day it begins.
  public let serviceDay: LocalDate
}
