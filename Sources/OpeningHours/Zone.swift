/// An IANA time zone, such as "America/New_York".
///
/// A zone has a name of the form Area/Location, or is "UTC". Abbreviations such as "EST" are not accepted.
public struct Zone: Sendable, Hashable {
  /// The name in the IANA time zone database.
  public var name: String { rules.pointee.name }
  /// A pointer, because counting the references to a zone takes much of the time of reading hours, even more on several threads.
  nonisolated(unsafe) private let rules: UnsafePointer<ZoneRules>

  /// Creates a zone; nil if the name is invalid or not in the time zone database of this machine.
  public init?(_ name: String) {
    guard let rules = ZoneRules.named(name) else { return nil }
    self.rules = rules
  }

  public static func == (left: Self, right: Self) -> Bool { left.rules == right.rules }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Returns the offset at an instant, in seconds east of UTC.
  public func offset(at instant: Instant) -> Int { Int(interval(at: instant.secondsSinceEpoch).offset) }

  /// Returns the local date and the second of the day at an instant.
  public func local(_ instant: Instant) -> (date: LocalDate, second: Int) { instant.local(offset: offset(at: instant)) }

  /// Returns the instant of a local date and time, ignoring its offset.
  ///
  /// A time skipped by a clock change moves forward by the length of the gap. A time that occurs twice is its first occurrence (RFC 5545,
  /// section 3.3.5).
  public func instant(_ local: LocalDateTime) -> Instant? {
    Instant(secondsSinceEpoch: seconds(wall: local.wall), nanoseconds: local.nanoseconds)
  }

  /// Returns the instant at which a date begins: midnight, or, if a clock change skips midnight, the clock change.
  public func start(of date: LocalDate) -> Instant? { Instant(secondsSinceEpoch: start(ofDay: Int64(date.daysSinceEpoch))) }

  /// Returns an instant as RFC 3339 text with the offset of this zone, such as `2026-11-21T12:00:00-05:00`.
  public func text(_ instant: Instant) -> String { instant.description(offset: offset(at: instant)) }

  /// The times that clock changes skip or repeat.
  var doubtfulTimes: [DoubtfulTime] { rules.pointee.table.pointee.doubtfulTimes }

  // MARK: - Whole seconds since 1970

  @inline(__always)
  func interval(at seconds: Int64) -> OffsetInterval { rules.pointee.table.pointee.interval(at: seconds) }

  /// Returns the local date, in days since 1970.
  func day(at seconds: Int64) -> Int64 { floorDivide(seconds + interval(at: seconds).offset, 86_400) }

  /// Returns the time at which local clocks show `wall`, as `instant(_:)` does.
  ///
  /// - Parameter wall: local seconds since 1970-01-01T00:00:00.
  package func seconds(wall: Int64) -> Int64 {
    let (interval, before) = intervals(at: wall)
    return wall - (wall - interval.offset >= interval.start ? interval.offset : before.offset)
  }

  /// Returns the time at which a day begins, as `start(of:)` does.
  func start(ofDay day: Int64) -> Int64 {
    let wall = day * 86_400
    let interval = intervals(at: wall).found
    return max(wall - interval.offset, interval.start)
  }

  /// Returns the next time at which the local date changes.
  func nextDay(after seconds: Int64) -> Int64 {
    var interval = interval(at: seconds)
    let day = floorDivide(seconds + interval.offset, 86_400)
    while true {
      let midnight = (day + 1) * 86_400 - interval.offset
      if midnight < interval.end { return midnight }
      let end = interval.end
      interval = self.interval(at: end)
      if floorDivide(end + interval.offset, 86_400) != day { return end }
    }
  }

  /// Returns the first interval that ends after its clocks show `wall`, and the one before it.
  ///
  /// No zone has ever been 16 hours from UTC, so the search begins 16 hours earlier.
  private func intervals(at wall: Int64) -> (found: OffsetInterval, before: OffsetInterval) {
    var interval = interval(at: wall - 16 * 3600)
    var before = interval
    while wall - interval.offset >= interval.end {
      before = interval
      interval = self.interval(at: interval.end)
    }
    return (interval, before)
  }
}
