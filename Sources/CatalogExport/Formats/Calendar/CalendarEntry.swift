import Basics
import CampusCatalog
import OpeningHours

/// Writes the events of one entry.
struct CalendarEntry {
  private let entry: Entry
  /// When the entry last changed. If that is unknown, the beginning of time: the time of the export would change although the entry did not.
  private let stamp: Instant
  private let name: String

  init(_ entry: Entry, _ header: ExportHeader) {
    self.entry = entry
    stamp = header.lastChange(entry) ?? .epoch
    name = entry.name ?? entry.id.description
  }

  /// Adds an event for a service of a place.
  func add(_ event: HoursEvent, of place: Place, to lines: inout ContentLines) {
    begin(event, to: &lines)
    // A place that has only one service often calls it by its own name.
    let label = event.label.flatMap { $0.utf8.elementsEqual(name.utf8) ? nil : $0 }
    lines.add("SUMMARY", text: label.map { "\(name): \($0)" } ?? name)
    lines.add("LOCATION", text: joined([place.location.building, place.location.address], ", "))
    addPosition(place.location, to: &lines)
    lines.add("DESCRIPTION", text: joined([event.layer.name, entry.notice], "\n"))
    end([place.category.rawValue], to: &lines)
  }

  /// Adds the identity and the times of a service.
  private func begin(_ event: HoursEvent, to lines: inout ContentLines) {
    begin(event.uid, to: &lines)
    if let replaced = event.replaced { lines.add("RECURRENCE-ID", replaced) }
    lines.add("DTSTART", event.start)
    lines.add("DTEND", event.end)
    if let recurrence = event.recurrence {
      lines.add("RRULE", rule(recurrence))
      lines.add("EXDATE", recurrence.excluded)
    }
  }

  /// Adds an event with times: those of weeks as the hours of places, others by date.
  func add(_ event: Event, at hours: Schedule, _ clock: CalendarClock, to lines: inout ContentLines) {
    let times = EventTimes(hours, of: event)
    for service in HoursEvents(times.weekly, of: entry.id, clock).events {
      begin(service, to: &lines)
      addDetails(of: event, to: &lines)
    }
    for occurrence in OccurrenceEvents(times, of: entry.id, clock).events {
      begin(occurrence.uid, to: &lines)
      lines.add("DTSTART", occurrence.start)
      lines.add("DTEND", occurrence.end)
      // Some programs read only the first of several dates in one property.
      for other in occurrence.others { lines.add("RDATE", other) }
      addDetails(of: event, to: &lines)
    }
  }

  private func addDetails(of event: Event, to lines: inout ContentLines) {
    lines.add("SUMMARY", text: name)
    let location = event.location
    lines.add(
      "LOCATION", text: joined([location.building, location.room, location.address, event.venue?.city, event.venue?.state], ", "))
    addPosition(location, to: &lines)
    lines.add("DESCRIPTION", text: joined([entry.notice, entry.description], "\n"))
    switch event.status {
    case .cancelled, .postponed: lines.add("STATUS:CANCELLED")
    case .tentative: lines.add("STATUS:TENTATIVE")
    case nil: break
    }
    end(["event"] + entry.tags, to: &lines)
  }

  private func addPosition(_ location: Location, to lines: inout ContentLines) {
    if let position = location.coordinate { lines.add("GEO", "\(degrees(position.latitude));\(degrees(position.longitude))") }
  }

  /// Adds an event that lasts whole days.
  func add(_ event: Event, to lines: inout ContentLines) {
    begin(StableUUID(Array("\(entry.id)".utf8)), to: &lines)
    lines.add("DTSTART", .date(event.startDate))
    // The end is the day after the last one. Without it, an event lasts one day.
    if let end = event.endDate.adding(days: 1), end > event.startDate { lines.add("DTEND", .date(end)) }
    if event.isEndless, event.hours == nil { lines.add("RRULE:FREQ=DAILY") }
    addDetails(of: event, to: &lines)
  }

  /// Adds an alert; nothing for one without a start.
  func add(_ alert: Alert, to lines: inout ContentLines) {
    guard let start = alert.startsAt else { return }
    begin(StableUUID(Array("\(entry.id)".utf8)), to: &lines)
    lines.add("DTSTART", CalendarTime(utc: start))
    if let end = alert.endsAt, end.secondsSinceEpoch > start.secondsSinceEpoch { lines.add("DTEND", CalendarTime(utc: end)) }
    lines.add("SUMMARY", text: name)
    lines.add("DESCRIPTION", text: joined([entry.notice, entry.description], "\n"))
    switch alert.severity {
    case .major: lines.add("PRIORITY:1")
    case .minor: lines.add("PRIORITY:5")
    case .informational: lines.add("PRIORITY:9")
    }
    end(["alert", alert.severity.rawValue], to: &lines)
  }

  // MARK: - Parts of all events

  private func begin(_ uid: StableUUID, to lines: inout ContentLines) {
    lines.add("BEGIN:VEVENT")
    lines.add("UID", uid.description)
    lines.add("DTSTAMP", CalendarTime(utc: stamp))
  }

  private func end(_ categories: [String], to lines: inout ContentLines) {
    if let link = entry.links.first(where: { $0.relation == .website }) ?? entry.links.first { lines.add("URL", address(link.href)) }
    lines.add("CATEGORIES", texts: categories)
    // The event does not make anyone busy.
    lines.add("TRANSP:TRANSPARENT")
    lines.add("X-CATALOG-ID", text: entry.id.description)
    lines.add("END:VEVENT")
  }

  private func rule(_ recurrence: HoursEvent.Recurrence) -> String {
    let isDaily = recurrence.weekdays.count == 7
    let days = isDaily ? "FREQ=DAILY" : "FREQ=WEEKLY;BYDAY=\(recurrence.weekdays.map(\.calendarCode).joined(separator: ","))"
    switch recurrence.last {
    case nil: return days
    // In UTC, although the start of the event is a local time (RFC 5545, section 3.3.10).
    case .local(let wall, let zone): return "\(days);UNTIL=\(CalendarTime.utc(zone.seconds(wall: wall)).description)"
    case let last?: return "\(days);UNTIL=\(last.description)"
    }
  }

  private func joined(_ parts: [String?], _ separator: String) -> String? {
    let parts = parts.compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: separator)
  }

  /// Returns degrees with six decimals (RFC 5545, section 3.8.1.6).
  private func degrees(_ value: Double) -> String {
    let millionths = Int((abs(value) * 1e6).rounded())
    return "\(value < 0 ? "-" : "")\(millionths / 1_000_000).\("\(1_000_000 + millionths % 1_000_000)".dropFirst())"
  }

  /// Returns an address as a URI: characters beyond ASCII are written %XX (RFC 3987, section 3.1).
  private func address(_ address: WebAddress) -> String {
    let utf8 = address.description.utf8
    guard utf8.contains(where: { $0 >= 0x80 }) else { return address.description }
    return utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + [$0].hexadecimal.uppercased() }.joined()
  }
}
