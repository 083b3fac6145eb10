extension Schedule {
  /// The openings that touch a range of time, each service by itself with its label, sorted by start, then end.
  ///
  /// Whole, not cut at the ends of the range. Linear in the days of the range that have services.
  public func spans(in range: Range<Instant>) -> [OpenSpan] {
    var spans: [OpenSpan] = []
    forEachSpan(in: range) { span, walk in
      guard let start = Instant(secondsSinceEpoch: span.start), let end = Instant(secondsSinceEpoch: span.end),
        let day = LocalDate(daysSinceEpoch: Int(span.day))
      else { return }
      spans.append(OpenSpan(start: start, end: end, label: walk.label, serviceDay: day))
    }
    return spans
  }

  /// When it is open in a range of time: openings that touch or overlap are one, cut at the ends of the range.
  ///
  /// Sorted, disjoint, with time between each two. Parts of a range that are not known are in none of them.
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

  /// How long it is open in a range of time, in seconds; time that is not known does not count.
  public func openSeconds(in range: Range<Instant>) -> Int {
    openTimes(in: range).reduce(0) { $0 + Int($1.upperBound.secondsSinceEpoch - $1.lowerBound.secondsSinceEpoch) }
  }

  /// Hands over the openings of a range of seconds since 1970, whole: those that touch or overlap are one. An end of nil is
  /// never.
  package func forEachOpening(in range: Range<Int64>, _ body: (_ start: Int64, _ end: Int64?) -> Void) {
    var walk = SpanWalk(self, at: range.lowerBound)
    while let span = walk.next(), span.start < range.upperBound {
      let end = end(of: span, &walk)
      if end ?? .max > range.lowerBound { body(span.start, end) }
      if end == nil { return }
    }
  }

  private func forEachSpan(in range: Range<Instant>, _ body: (WalkedSpan, SpanWalk) -> Void) {
    let (start, end) = (range.lowerBound.wholeSecond, range.upperBound.wholeSecond)
    if start >= end { return }
    var walk = SpanWalk(self, at: start)
    while let span = walk.next(), span.start < end {
      if span.end > start { body(span, walk) }
    }
  }
}

extension Instant {
  /// The first whole second that is not before this moment: openings begin and end at whole seconds.
  var wholeSecond: Int64 { nanoseconds == 0 ? secondsSinceEpoch : secondsSinceEpoch + 1 }
}
