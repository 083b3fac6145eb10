/// An IANA time zone with its rules: "America/New_York".
///
/// Only names of the form Area/Location, and "UTC", are zones; abbreviations such as "EST" are not.
public struct Zone: Sendable, Hashable {
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
  public func offset(at instant: Instant) -> Int { rules.offset(instant.secondsSinceEpoch) }

  /// The date and the second of the day that clocks here show at a moment.
  public func local(_ instant: Instant) -> (date: LocalDate, second: Int) { instant.local(offset: offset(at: instant)) }

  /// The moment at which clocks here show a date and time. A time in a gap moves forward by the gap; a time that happens
  /// twice is the first one (RFC 5545, section 3.3.5).
  public func instant(_ local: LocalDateTime) -> Instant? {
    let asUTC = Int64(local.date.daysSinceEpoch) * 86_400 + Int64(local.time.seconds)
    // The offset before any change that could touch this local time: one of the two that hold a day around it.
    let before = rules.offset(asUTC - 86_400)
    let after = rules.offset(asUTC + 86_400)
    for offset in [before, after] where rules.offset(asUTC - Int64(offset)) == offset { return local.instant(offset: offset) }
    return local.instant(offset: before)
  }
}
