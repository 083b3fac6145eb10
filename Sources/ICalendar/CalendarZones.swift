import Basics
package import OpeningHours

/// The time zones of a calendar file: those that it names, and those that it defines.
package struct CalendarZones: Sendable {
  private let campus: Zone
  private let definitions: [String: CalendarComponent]
  /// The zone of the whole calendar (X-WR-TIMEZONE).
  private let calendarZone: Zone?
  private var known: [String: LocalClock] = [:]
  /// Whether zones, by their names, have had the same clock as the campus since 2010.
  private var sharing: [String: Bool] = [:]
  /// Whether a time was read that is in the hour that clocks of the campus show twice, and means the second one, which local times cannot say.
  package var isInRepeatedHour = false
  /// For the rules of zones and events.
  var budget = RuleBudget()
  /// The names that mean no zone, so that the clock of the campus is used.
  package private(set) var unknown: Set<String> = []

  package init(of file: CalendarFile, campus: Zone) {
    self.campus = campus
    let named = file.zones.compactMap { zone in zone.first(.zoneID).flatMap { ParsedLine($0)?.text }.map { (Self.plain($0), zone) } }
    definitions = Dictionary(named) { first, _ in first }
    calendarZone = file.zoneName.flatMap { Self.zone(named: Self.plain($0)) }
  }

  /// Returns the clock to which a time is local.
  mutating func clock(of time: CalendarTime) -> LocalClock {
    switch time.clock {
    case .date, .floating: return .campus
    case .utc: return Self.utc.map { clock(of: $0, since: time.wall) } ?? .campus
    case .named(let name):
      if let clock = known[name] {
        if case .zone(let zone) = clock { return self.clock(of: zone, since: time.wall) }
        return clock
      }
      let clock = find(Self.plain(name))
      if clock == nil { unknown.insert(name) }
      known[name] = clock ?? .campus
      return self.clock(of: time)
    }
  }

  /// Returns what clocks of the campus show at a time.
  package mutating func campusWall(_ time: CalendarTime) -> Int64 { campusWall(time.wall, on: clock(of: time)) }

  /// Returns what clocks of the campus show when another one shows `wall`.
  mutating func campusWall(_ wall: Int64, on clock: LocalClock) -> Int64 {
    if clock.isCampus { return wall }
    let seconds = seconds(wall, on: clock)
    let shown = campus.wall(at: seconds)
    if campus.seconds(wall: shown) != seconds { isInRepeatedHour = true }
    return shown
  }

  /// Returns a time in UTC; a date as it is. The same times on different clocks are equal then.
  mutating func universal(_ time: CalendarTime) -> CalendarTime {
    time.isDate ? time : CalendarTime(wall: seconds(time.wall, on: clock(of: time)), clock: .utc)
  }

  /// Returns a time on another clock.
  mutating func wall(_ time: CalendarTime, on clock: LocalClock) -> Int64 {
    switch (self.clock(of: time), clock) {
    case (.campus, .campus): return time.wall
    case (let own, .campus): return campusWall(time.wall, on: own)
    case (let own, .zone(let zone)): return zone.wall(at: seconds(time.wall, on: own))
    case (let own, .defined(let zone)): return zone.wall(at: seconds(time.wall, on: own))
    }
  }

  private func seconds(_ wall: Int64, on clock: LocalClock) -> Int64 {
    switch clock {
    case .campus: campus.seconds(wall: wall)
    case .zone(let zone): zone.seconds(wall: wall)
    case .defined(let zone): zone.seconds(wall: wall)
    }
  }

  private static let utc = Zone("UTC")

  /// Returns the clock of a zone: that of the campus, if both have shown the same since that time.
  private mutating func clock(of zone: Zone, since wall: Int64) -> LocalClock {
    if zone == campus { return .campus }
    let shares = sharing[zone.name] ?? Self.showSame(zone, campus)
    sharing[zone.name] = shares
    return shares && wall >= Self.year2010 ? .campus : .zone(zone)
  }

  /// Returns whether two zones have had the same offset since 2010.
  private static func showSame(_ left: Zone, _ right: Zone) -> Bool {
    guard let start = Instant(secondsSinceEpoch: year2010 - 86_400), let end = Instant(secondsSinceEpoch: year2050) else { return false }
    return left.offset(at: start) == right.offset(at: start) && left.offsetChanges(in: start..<end) == right.offsetChanges(in: start..<end)
  }

  private static let year2010: Int64 = 1_262_304_000
  private static let year2050: Int64 = 2_524_608_000

  // MARK: - Names

  /// Returns a name without quotation marks and spaces around it.
  private static func plain(_ name: String) -> String { name.filter { $0 != "\"" }.trimmed }

  /// Returns the zone that a name means: one of the IANA database, also with a prefix such as "/mozilla.org/20050126_1/", or one of
  /// Windows; then one that the file defines; then that of the calendar.
  private mutating func find(_ name: String) -> LocalClock? {
    if let zone = Self.zone(named: name) { return .zone(zone) }
    if let component = definitions[name] {
      if let zone = component.first(.zoneLocation).flatMap({ ParsedLine($0)?.text }).flatMap({ Self.zone(named: Self.plain($0)) }) {
        return .zone(zone)
      }
      if let definition = ZoneDefinition(component, &budget) { return .defined(definition) }
    }
    return calendarZone.map { .zone($0) }
  }

  private static func zone(named name: String) -> Zone? {
    if namesOfUTC.contains(name.uppercased()) { return utc }
    if let zone = Zone(name) ?? oldNames[name].flatMap({ Zone($0) }) ?? WindowsZones.zone(named: name) { return zone }
    guard name.hasPrefix("/") else { return nil }
    let steps = name.split(separator: "/")
    return [3, 2].lazy.compactMap { Zone(steps.suffix($0).joined(separator: "/")) }.first
  }

  /// The names of the IANA database that are not places, and the places whose clocks they mean there.
  private static let oldNames = [
    "EST": "America/Panama", "MST": "America/Phoenix", "HST": "Pacific/Honolulu", "EST5EDT": "America/New_York",
    "CST6CDT": "America/Chicago", "MST7MDT": "America/Denver", "PST8PDT": "America/Los_Angeles", "WET": "Europe/Lisbon",
    "CET": "Europe/Brussels", "MET": "Europe/Brussels", "EET": "Europe/Athens",
  ]

  private static let namesOfUTC: Set = ["UTC", "GMT", "Z", "ZULU", "ETC/UTC", "ETC/GMT", "ETC/UCT", "ETC/ZULU"]
}

extension Zone {
  /// Returns what clocks show at a time, in local seconds since 1970.
  fileprivate func wall(at seconds: Int64) -> Int64 {
    Instant(secondsSinceEpoch: seconds).map { seconds + Int64(offset(at: $0)) } ?? seconds
  }
}
