import Basics
import CampusCatalog
import OpeningHours

/// A calendar (RFC 5545, with the properties of RFC 7986): the hours of places as repeated events, events with their occurrences or as whole
/// days, and alerts that have a start.
///
/// There is no METHOD: one for publishing requires an organizer for each event (RFC 5546, section 3.2.1).
struct CalendarFile: LineFormat {
  private let header: ExportHeader
  /// The clocks of the campuses.
  private let clocks: [Zone: CalendarClock]
  /// The zones that are defined before the entries.
  private let defined: Set<Zone>
  /// Other zones that entries have. They are defined at the end.
  private var otherZones: Set<Zone> = []

  init(_ header: ExportHeader) {
    self.header = header
    let zones = Set(header.campuses.compactMap(\.timeZone))
    // A calendar has at least one component (RFC 5545, section 3.6), even if it has no events.
    defined = zones.isEmpty ? Set([Zone("UTC")].compactMap(\.self)) : zones
    clocks = Dictionary(uniqueKeysWithValues: zones.map { ($0, CalendarClock($0, generatedAt: header.generatedAt)) })
  }

  func begin() -> [UInt8] {
    var lines = ContentLines()
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:-//aggregate//catalog export//EN")
    lines.add("CALSCALE:GREGORIAN")
    lines.add("UID", StableUUID(Array("calendar\n\(identity)".utf8)).description)
    lines.add("LAST-MODIFIED", CalendarTime(utc: header.generatedAt))
    // Older programs know only the names of the second kind.
    lines.add("REFRESH-INTERVAL;VALUE=DURATION:PT1H")
    lines.add("X-PUBLISHED-TTL:PT1H")
    lines.add("NAME", text: name)
    lines.add("X-WR-CALNAME", text: name)
    lines.add("DESCRIPTION", text: about)
    lines.add("X-WR-CALDESC", text: about)
    lines.add("X-WR-TIMEZONE", text: header.zone?.name)
    add(defined, to: &lines)
    return lines.bytes
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var lines = ContentLines(capacity: entries.count * 2048)
    var others: [Zone: CalendarClock] = [:]
    func clock(of zone: Zone) -> CalendarClock {
      if let known = clocks[zone] ?? others[zone] { return known }
      let clock = CalendarClock(zone, generatedAt: header.generatedAt)
      others[zone] = clock
      return clock
    }
    for entry in entries {
      let writer = CalendarEntry(entry, header)
      switch entry.details {
      case .place(let place):
        guard let hours = place.hours, !hours.layers.isEmpty else { continue }
        for event in HoursEvents(hours, of: entry.id, clock(of: hours.zone)).events { writer.add(event, of: place, to: &lines) }
      case .event(let event):
        if let hours = event.hours, !hours.layers.isEmpty {
          writer.add(event, at: hours, clock(of: hours.zone), to: &lines)
        } else {
          writer.add(event, to: &lines)
        }
      case .alert(let alert): writer.add(alert, to: &lines)
      case .quote, .menu: continue
      }
    }
    return lines.bytes
  }

  mutating func note(_ entries: [Entry], among all: [Entry]) {
    for entry in entries {
      if let zone = entry.hours?.zone, !defined.contains(zone) { otherZones.insert(zone) }
    }
  }

  func end() -> [UInt8] {
    var lines = ContentLines()
    add(otherZones, to: &lines)
    lines.add("END:VCALENDAR")
    return lines.bytes
  }

  private func add(_ zones: Set<Zone>, to lines: inout ContentLines) {
    for zone in zones.sorted(by: { $0.name < $1.name }) { TimeZoneComponent(zone).write(to: &lines) }
  }

  // MARK: - The calendar's header

  /// The distinction of the calendar from other exports.
  private var identity: String {
    let parts = [
      header.campuses.map { "\($0.id)" }, header.filter.kinds.map(\.rawValue).sorted(), header.filter.categories.map(\.rawValue).sorted(),
    ]
    let entry = header.subject.map { ["\($0.id)"] } ?? header.filter.ids?.map(\.description).sorted() ?? []
    return (parts.map { $0.joined(separator: ",") } + entry).joined(separator: "\n")
  }

  private var name: String {
    if let entry = header.subject { return entry.title }
    let names = header.campuses.map(\.name)
    let campuses = names.isEmpty ? "Catalog" : names.count > 4 ? names.count.counted("campus", "campuses") : names.joined(separator: ", ")
    if let ids = header.filter.ids { return "\(campuses): \(ids.count.counted("favorite"))" }
    let parts = header.filter.categories.map(\.rawValue).sorted() + header.filter.kinds.map { "\($0.rawValue)s" }.sorted()
    return parts.isEmpty ? campuses : "\(campuses): \(parts.joined(separator: ", "))"
  }

  private var about: String {
    var lines = [
      "Opening hours, events and alerts as of \(header.zone.map { $0.text(header.generatedAt) } ?? header.generatedAt.description).",
      "A place may be open on a day without an event: its hours may be unknown.",
    ]
    let sources = header.feeds.map { $0.sourceText(in: header.zone) } + header.unreportedFeeds.map(\.description)
    if !sources.isEmpty { lines += ["Sources:"] + sources }
    if !header.missing.isEmpty { lines.append("Missing: " + header.missing.map { "\($0.id)" }.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }
}
