import Basics
import OpeningHours

/// All components of an event: usually one; for a series also those that replace some of its occurrences.
package struct CalendarSeries: Sendable {
  /// The component with the texts of the event.
  package let main: CalendarEvent
  /// The components that state times of their own: usually the main one.
  let masters: [CalendarEvent]
  /// The components that replace an occurrence, each of another one.
  let replacements: [CalendarEvent]

  /// - Parameter events: at least one, all with the same key.
  package init?(_ events: [CalendarEvent], _ zones: inout CalendarZones) {
    // Equal ones take long to compare.
    var known: Set<SHA256Digest> = []
    let different = events.count == 1 ? events : events.filter { known.insert($0.digest).inserted }
    let ordered = different.map { (event: $0, start: zones.universal($0.start)) }.sorted(by: Self.isBefore)
    var starts: Set<CalendarTime> = []
    // Earlier versions of the event do not count.
    let sequence = ordered.lazy.filter { !$0.event.isOccurrence }.map(\.event.sequence).max()
    let wholes = ordered.filter { !$0.event.isOccurrence && $0.event.sequence == sequence && starts.insert($0.start).inserted }
    var masters = wholes.map(\.event)
    var replacements = Self.newest(ordered.map(\.event).filter(\.isOccurrence), of: masters.first ?? ordered.first?.event, &zones)
    if masters.isEmpty {
      // The event itself may be left out, for example because it is over.
      masters = replacements
      replacements = []
    }
    // Several events with the same key are a list of occurrences. Those that are canceled do not take place.
    if masters.count > 1, masters.contains(where: { $0.status != .cancelled }) { masters.removeAll { $0.status == .cancelled } }
    guard let main = masters.first else { return nil }
    self.main = main
    self.masters = masters
    self.replacements = replacements
  }

  /// Returns the newest component for each occurrence of an event, newest first. A date means the occurrences of that day.
  private static func newest(_ replacements: [CalendarEvent], of event: CalendarEvent?, _ zones: inout CalendarZones) -> [CalendarEvent] {
    guard let event else { return [] }
    var known = Exceptions()
    var daysOfStarts: Set<Int64> = []
    return replacements.sorted(by: isNewer).filter { replacement in
      var own = Exceptions()
      if let id = replacement.recurrenceID { own.insert(id, of: event, &zones) }
      let isKnown = own.starts.contains(where: known.contains) || own.days.contains { known.days.contains($0) || daysOfStarts.contains($0) }
      guard !isKnown else { return false }
      known.formUnion(own)
      daysOfStarts.formUnion(own.starts.map(floorDay))
      return true
    }
  }

  /// Events that repeat come first, then those that start earlier, then later versions: an order that does not depend on the text's.
  private static func isBefore(
    _ left: (event: CalendarEvent, start: CalendarTime), _ right: (event: CalendarEvent, start: CalendarTime)
  ) -> Bool {
    if left.event.rules.isEmpty != right.event.rules.isEmpty { return !left.event.rules.isEmpty }
    if left.start.wall != right.start.wall { return left.start.wall < right.start.wall }
    return isNewer(left.event, right.event)
  }

  private static func isNewer(_ left: CalendarEvent, _ right: CalendarEvent) -> Bool {
    if left.sequence != right.sequence { return left.sequence > right.sequence }
    if left.changed != right.changed { return left.changed ?? .min > right.changed ?? .min }
    if left.stamp != right.stamp { return left.stamp ?? .min > right.stamp ?? .min }
    if left.start.wall != right.start.wall { return left.start.wall < right.start.wall }
    return left.precedes(right)
  }

  /// Whether it takes place only once.
  package var isSingle: Bool { masters.count == 1 && replacements.isEmpty && main.rules.isEmpty && main.extraTimes.isEmpty }

  /// Why its occurrences are not known; nil if they are.
  package var recurrenceError: CalendarError? { masters.lazy.compactMap(\.recurrenceError).first }

  // MARK: - Occurrences

  /// Returns the occurrence at the start of an event.
  ///
  /// - Parameters:
  ///   - start: the start of the occurrence on the clock of the event.
  ///   - length: how long it lasts, if not as long as the event.
  func occurrence(
    of event: CalendarEvent, at start: Int64, lasting length: CalendarEvent.Length = .unknown, _ zones: inout CalendarZones
  ) -> CalendarOccurrence {
    let clock = zones.clock(of: event.start)
    let isPublic = !event.isPrivate && !main.isPrivate
    let title = isPublic && event.summary != main.summary ? event.summary : nil
    let location = isPublic && event.location != main.location ? event.location : nil
    let seconds =
      Self.seconds(length, from: CalendarTime(wall: start, clock: event.start.clock), &zones)
      ?? Self.seconds(event.length, from: event.start, &zones)
    let first = zones.campusWall(start, on: clock)
    if event.isAllDay {
      let day = floorDay(event.hasOwnDates ? start : first)
      let days = max(1, (seconds ?? 0) + 86_399) / 86_400
      return CalendarOccurrence(start: day, end: day + Int64(max(1, days)) * 86_400, isAllDay: true, title: title, location: location)
    }
    let end = seconds.flatMap { $0 > 0 ? zones.campusWall(start + Int64($0), on: clock) : nil }
    return CalendarOccurrence(start: first, end: end.flatMap { $0 > first ? $0 : nil }, isAllDay: false, title: title, location: location)
  }

  /// Returns how long something lasts, in seconds on the clock of its start; nil if it is unknown.
  private static func seconds(_ length: CalendarEvent.Length, from start: CalendarTime, _ zones: inout CalendarZones) -> Int? {
    switch length {
    case .unknown: return nil
    case .seconds(let seconds): return seconds
    case .until(let end):
      let wall = end.isDate || start.isDate ? end.wall : zones.wall(end, on: zones.clock(of: start))
      return wall >= start.wall ? Int(wall - start.wall) : nil
    }
  }

  /// The starts at which an event does not take place as its rules say, on its own clock.
  struct Exceptions {
    var starts: Set<Int64> = []
    /// The days on which no occurrence starts, as the seconds of their midnights.
    var days: Set<Int64> = []

    func contains(_ start: Int64) -> Bool { starts.contains(start) || days.contains(floorDay(start)) }

    mutating func formUnion(_ other: Exceptions) {
      starts.formUnion(other.starts)
      days.formUnion(other.days)
    }

    mutating func insert(_ time: CalendarTime, of event: CalendarEvent, _ zones: inout CalendarZones) {
      if event.start.isDate {
        starts.insert(floorDay(time.wall))
      } else if time.isDate {
        days.insert(time.wall)
      } else {
        starts.insert(zones.wall(time, on: zones.clock(of: event.start)))
      }
    }
  }

  /// Returns the starts of an event that are canceled.
  func exceptions(to event: CalendarEvent, _ zones: inout CalendarZones) -> Exceptions {
    var exceptions = Exceptions()
    for time in event.exceptions { exceptions.insert(time, of: event, &zones) }
    return exceptions
  }

  /// Returns the starts that are replaced, on the clock of an event.
  func replacedStarts(of event: CalendarEvent, _ zones: inout CalendarZones) -> Exceptions {
    var exceptions = Exceptions()
    for time in replacements.compactMap(\.recurrenceID) { exceptions.insert(time, of: event, &zones) }
    return exceptions
  }

  /// Returns the occurrences that replace others, without those that are canceled.
  func replacedOccurrences(_ zones: inout CalendarZones) -> [CalendarOccurrence] {
    var occurrences: [CalendarOccurrence] = []
    for event in replacements where event.status != .cancelled {
      occurrences.append(occurrence(of: event, at: event.start.wall, &zones))
    }
    return occurrences
  }

  /// Returns the additional times of an event as starts on its own clock.
  func extraStarts(of event: CalendarEvent, _ zones: inout CalendarZones) -> [(start: Int64, length: CalendarEvent.Length)] {
    var starts: [(start: Int64, length: CalendarEvent.Length)] = []
    for time in event.extraTimes {
      // A date without a time has the time of the event.
      let start =
        time.start.isDate && !event.start.isDate
        ? time.start.wall + event.start.wall - floorDay(event.start.wall) : zones.wall(time.start, on: zones.clock(of: event.start))
      starts.append((event.start.isDate ? floorDay(start) : start, time.length))
    }
    return starts
  }

  /// Returns the last possible start of a rule on the clock of the event; nil if it is not limited by a time.
  func limit(of rule: RecurrenceRule, _ event: CalendarEvent, _ zones: inout CalendarZones) -> Int64? {
    guard let until = rule.until else { return nil }
    // The whole day is meant.
    if until.isDate || event.start.isDate { return floorDay(until.wall) + 86_399 }
    return until.clock == .utc ? zones.wall(until, on: zones.clock(of: event.start)) : until.wall
  }
}

/// Returns the midnight that begins a day, in seconds.
func floorDay(_ wall: Int64) -> Int64 {
  let remainder = wall % 86_400
  return wall - (remainder < 0 ? remainder + 86_400 : remainder)
}
