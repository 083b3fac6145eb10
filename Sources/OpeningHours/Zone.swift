/// An IANA time zone with its rules: "America/New_York".
///
/// Only names of the form Area/Location, and "UTC", are zones; abbreviations such as "EST" are not.
public struct Zone: Sendable, Hashable {
  /// The name in the IANA time zone database.
  public let name: String
  private let rules: ZoneRules

  /// Nil when the zone data of this machine do not know the name.
  public init?(_ name: String) {
    guard let rules = ZoneRules.named(name) else { return nil }
    self.name = name
    self.rules = rules
  }

  public static func == (left: Self, right: Self) -> Bool { left.name.utf8.elementsEqual(right.name.utf8) }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Seconds east of UTC at a moment.
  public func offset(at instant: Instant) -> Int { Int(stretch(at: instant.secondsSinceEpoch).offset) }

  /// The date and the second of the day that clocks here show at a moment.
  public func local(_ instant: Instant) -> (date: LocalDate, second: Int) { instant.local(offset: offset(at: instant)) }

  /// The moment at which clocks here show a date and time. A time in a gap moves forward by the gap; a time that happens
  /// twice is the first one (RFC 5545, section 3.3.5).
  public func instant(_ local: LocalDateTime) -> Instant? {
    let wall = Int64(local.date.daysSinceEpoch) * 86_400 + Int64(local.time.seconds)
    return Instant(secondsSinceEpoch: seconds(wall: wall), nanoseconds: local.nanoseconds)
  }

  /// The moment at which a date begins here: its midnight, or, where clocks skip midnight, the moment of the skip.
  public func start(of date: LocalDate) -> Instant? { Instant(secondsSinceEpoch: start(ofDay: Int64(date.daysSinceEpoch))) }

  /// RFC 3339 with the offset of this zone at that moment, to the minute: `2026-11-21T12:00:00-05:00`.
  public func text(_ instant: Instant) -> String { instant.description(offset: offset(at: instant)) }

  // MARK: - In whole seconds

  @inline(__always)
  func stretch(at seconds: Int64) -> ZoneStretch { rules.table.stretch(at: seconds) }

  /// The day that clocks show, counted from 1970-01-01.
  func day(at seconds: Int64) -> Int64 { floorDivide(seconds + stretch(at: seconds).offset, 86_400) }

  /// The moment at which clocks show `wall` (seconds since 1970-01-01T00:00:00 on the wall clock), as of `instant(_:)`.
  func seconds(wall: Int64) -> Int64 {
    let (stretch, before) = stretches(at: wall)
    return wall - (wall - stretch.offset >= stretch.start ? stretch.offset : before.offset)
  }

  /// The moment at which a day begins, as of `start(of:)`.
  func start(ofDay day: Int64) -> Int64 {
    let wall = day * 86_400
    let stretch = stretches(at: wall).found
    return max(wall - stretch.offset, stretch.start)
  }

  /// The next moment after this one at which clocks show another date.
  func nextDay(after seconds: Int64) -> Int64 {
    var stretch = stretch(at: seconds)
    let day = floorDivide(seconds + stretch.offset, 86_400)
    while true {
      let midnight = (day + 1) * 86_400 - stretch.offset
      if midnight < stretch.end { return midnight }
      let end = stretch.end
      stretch = self.stretch(at: end)
      if floorDivide(end + stretch.offset, 86_400) != day { return end }
    }
  }

  /// The first stretch whose clocks show `wall` or later, and the one before it.
  ///
  /// No zone is or was 16 hours away from UTC, so the search begins in a stretch that shows less.
  private func stretches(at wall: Int64) -> (found: ZoneStretch, before: ZoneStretch) {
    var stretch = stretch(at: wall - 16 * 3600)
    var before = stretch
    while wall - stretch.offset >= stretch.end {
      before = stretch
      stretch = self.stretch(at: stretch.end)
    }
    return (stretch, before)
  }
}
