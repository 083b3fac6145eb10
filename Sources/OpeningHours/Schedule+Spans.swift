extension Schedule {
  /// Returns the services that overlap a range of time, sorted by start, then end.
  ///
  /// Services that touch or overlap remain separate, and services are not cut at the ends of the range. Takes time linear in the number of
  /// days with services.
  public func spans(in range: Range<Instant>) -> [OpenSpan] {
    var spans: [OpenSpan] = []
    forEachSpan(in: range) { span, iterator in
      guard let start = Instant(secondsSinceEpoch: span.start), let end = Instant(secondsSinceEpoch: span.end),
        let day = LocalDate(daysSinceEpoch: Int(span.day))
      else { return }
      spans.append(OpenSpan(start: start, end: end, label: iterator.label, serviceDay: day))
    }
    return spans
  }

  /// Returns the open times within a range of time, sorted.
  ///
  /// Services that touch or overlap are joined, and open times are cut at the ends of the range. Unknown days are not open.
  public func openTimes(in range: Range<Instant>) -> [Range<Instant>] {
    var joined: [Range<Int64>] = []
    forEachSpan(in: range) { span, _ in
      let (start, end) = (max(span.start, range.lowerBound.wholeSecond), min(span.end, range.upperBound.wholeSecond))
      if start >= end { return }
      if let last = joined.last, start <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        joined.append(start..<end)
      }
    }
    return joined.compactMap { span in
      guard let start = Instant(secondsSinceEpoch: span.lowerBound), let end = Instant(secondsSinceEpoch: span.upperBound) else {
        return nil
      }
      return start..<end
    }
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

  private func forEachSpan(in range: Range<Instant>, _ body: (EpochSpan, SpanIterator) -> Void) {
    let (start, end) = (range.lowerBound.wholeSecond, range.upperBound.wholeSecond)
    if start >= end { return }
    var iterator = SpanIterator(self, at: start)
    while let span = iterator.next(), span.start < end {
      if span.end > start { body(span, iterator) }
    }
  }
}

extension Instant {
  /// The seconds since 1970, rounded up. Openings begin and end at whole seconds.
  var wholeSecond: Int64 { nanoseconds == 0 ? secondsSinceEpoch : secondsSinceEpoch + 1 }
}
