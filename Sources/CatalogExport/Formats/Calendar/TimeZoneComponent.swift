import OpeningHours

/// The definition of a zone in a calendar (RFC 5545, section 3.6.5), with its clock changes from 1990 on.
///
/// Changes that come every year have a rule without end, which is the one in the time zone database; all others are listed. The tables of
/// zones have only offsets, so the names of times are offsets too ("-0500").
struct TimeZoneComponent {
  private let zone: Zone
  private let observances: [Observance]

  /// A time from which an offset applies.
  private struct Change {
    /// The local time before the change, in seconds since 1970-01-01T00:00:00.
    let onset: Int64
    let kind: Kind
    var date: LocalDate { CalendarTime.date(of: onset).date }
  }

  private struct Kind: Hashable {
    let before: Int
    let after: Int
    let isDaylight: Bool
  }

  /// Changes of a kind: a rule's, or a list.
  private struct Observance {
    let kind: Kind
    var onsets: [Int64]
    var rule: YearlyChange?
  }

  init(_ zone: Zone) {
    self.zone = zone
    let first = CalendarClock.years.lowerBound
    // Without the zone's file there is no rule, so all changes are listed.
    let footer = ZoneFooter(zone.file)
    let last = footer.map { max($0.lastYear, first) } ?? CalendarClock.years.upperBound
    var changes = Self.changes(of: zone, in: first...last)
    var found: [Observance] = []
    for rule in footer?.changes ?? [] {
      let kind = Kind(before: rule.before, after: rule.after, isDaylight: rule.after > rule.before)
      let same = Dictionary(grouping: changes.filter { $0.kind == kind && rule.fits($0.onset) }) { $0.date.components.year }
      // The rule begins after the last year whose changes are different.
      let start = (first...last).last { year in same[year, default: []].map(\.date) != rule.dates(in: year) }.map { $0 + 1 } ?? first
      guard let onset = (start...start + 28).lazy.flatMap(rule.dates).first else { continue }
      changes.removeAll { $0.kind == kind && rule.fits($0.onset) && $0.date.components.year >= start }
      found.append(Observance(kind: kind, onsets: [Int64(onset.daysSinceEpoch) * 86_400 + Int64(rule.second)], rule: rule))
    }
    for change in changes {
      if let index = found.firstIndex(where: { $0.rule == nil && $0.kind == change.kind }) {
        found[index].onsets.append(change.onset)
      } else {
        found.append(Observance(kind: change.kind, onsets: [change.onset]))
      }
    }
    observances = found.sorted { $0.onsets[0] < $1.onsets[0] }
  }

  /// Returns the changes in some years, after one that sets the offset at their beginning.
  private static func changes(of zone: Zone, in years: ClosedRange<Int>) -> [Change] {
    let begin = CalendarClock.instant(years.lowerBound)
    // A year more, because the kind of a change depends on the next one.
    let table = zone.offsetChanges(in: begin..<CalendarClock.instant(years.upperBound + 2))
    let offset = zone.offset(at: begin)
    // A day earlier, because some clocks change as the year begins.
    var all = [(at: begin.secondsSinceEpoch - 86_400 - Int64(offset), before: offset, after: offset)]
    for change in table { all.append((change.at, change.before, change.after)) }
    var changes: [Change] = []
    for (index, change) in all.enumerated() {
      // Daylight saving time is followed by an earlier clock within a year.
      var isDaylight = false
      if index + 1 < all.count {
        let next = all[index + 1]
        isDaylight = next.after < change.after && next.at - change.at < 366 * 86_400
      }
      let kind = Kind(before: change.before, after: change.after, isDaylight: isDaylight)
      changes.append(Change(onset: change.at + Int64(change.before), kind: kind))
    }
    return changes.filter { $0.date.components.year <= years.upperBound }
  }

  func write(to lines: inout ContentLines) {
    lines.add("BEGIN:VTIMEZONE")
    lines.add("TZID", zone.name)
    for observance in observances {
      lines.add(observance.kind.isDaylight ? "BEGIN:DAYLIGHT" : "BEGIN:STANDARD")
      lines.add("DTSTART", CalendarTime.text(observance.onsets[0]))
      if let rule = observance.rule {
        lines.add("RRULE", rule.recurrence)
      } else {
        // Some programs read only the first of several dates in one property.
        for onset in observance.onsets.dropFirst() { lines.add("RDATE", CalendarTime.text(onset)) }
      }
      lines.add("TZOFFSETFROM", Self.text(observance.kind.before))
      lines.add("TZOFFSETTO", Self.text(observance.kind.after))
      lines.add("TZNAME", Self.text(observance.kind.after))
      lines.add(observance.kind.isDaylight ? "END:DAYLIGHT" : "END:STANDARD")
    }
    lines.add("END:VTIMEZONE")
  }

  /// Returns an offset as "-0500", with seconds if it has any.
  private static func text(_ offset: Int) -> String {
    let (minutes, seconds) = (abs(offset) / 60, abs(offset) % 60)
    let digits = "\(10_000 + minutes / 60 * 100 + minutes % 60)\(seconds == 0 ? "" : String(100 + seconds).suffix(2))".dropFirst()
    return "\(offset < 0 ? "-" : "+")\(digits)"
  }
}
