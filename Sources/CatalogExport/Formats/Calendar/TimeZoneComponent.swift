/// The definition of a zone in a calendar (RFC 5545, section 3.6.5), with its clock changes from 1990 on.
///
/// Changes that come every year have a rule without end; all others are listed. The tables of zones have only offsets, so the names of
/// times are offsets too ("-0500").
struct TimeZoneComponent {
  private let zone: Zone
  private let changes: [Change]

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

  /// What the changes of a rule have in common.
  private struct Family: Hashable {
    let kind: Kind
    let second: Int
    let month: Int
    let weekday: Weekday

    init(_ change: Change) {
      let (date, second) = CalendarTime.date(of: change.onset)
      (kind, self.second, month, weekday) = (change.kind, second, date.components.month, date.weekday)
    }
  }

  /// Changes of a kind: those of a rule, or a list.
  private struct Observance {
    let kind: Kind
    var onsets: [Int64]
    var rule: YearlyChange?
  }

  init(_ zone: Zone) {
    self.zone = zone
    let (first, last) = (CalendarClock.years.lowerBound, CalendarClock.years.upperBound)
    let begin = CalendarClock.instant(first)
    // A year more, because the next change decides what kind of change one is.
    let table = zone.offsetChanges(in: begin..<CalendarClock.instant(last + 2))
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
    self.changes = changes.filter { $0.date.components.year <= last }
  }

  func write(to lines: inout ContentLines) {
    lines.add("BEGIN:VTIMEZONE")
    lines.add("TZID", zone.name)
    for observance in observances {
      lines.add(observance.kind.isDaylight ? "BEGIN:DAYLIGHT" : "BEGIN:STANDARD")
      lines.add("DTSTART", CalendarTime.text(observance.onsets[0]))
      if let rule = observance.rule {
        lines.add("RRULE", rule.recurrence)
      } else if observance.onsets.count > 1 {
        lines.add("RDATE", observance.onsets.dropFirst().map(CalendarTime.text).joined(separator: ","))
      }
      lines.add("TZOFFSETFROM", Self.text(observance.kind.before))
      lines.add("TZOFFSETTO", Self.text(observance.kind.after))
      lines.add("TZNAME", Self.text(observance.kind.after))
      lines.add(observance.kind.isDaylight ? "END:DAYLIGHT" : "END:STANDARD")
    }
    lines.add("END:VTIMEZONE")
  }

  /// All changes, in the order in which they first apply.
  private var observances: [Observance] {
    let rules = rules
    var found: [Observance] = []
    var ruled: [Family: Int] = [:]
    var listed: [Kind: Int] = [:]
    for change in changes {
      let family = Family(change)
      if let (rule, first) = rules[family], change.date.components.year >= first {
        if ruled[family] == nil {
          ruled[family] = found.count
          found.append(Observance(kind: change.kind, onsets: [change.onset], rule: rule))
        }
      } else if let index = listed[change.kind] {
        found[index].onsets.append(change.onset)
      } else {
        listed[change.kind] = found.count
        found.append(Observance(kind: change.kind, onsets: [change.onset]))
      }
    }
    return found
  }

  /// The rules of the changes that come every year, each with the first year from which it gives all changes. Empty if some changes
  /// follow no rule.
  private var rules: [Family: (YearlyChange, Int)] {
    var rules: [Family: (YearlyChange, Int)] = [:]
    for (family, changes) in Dictionary(grouping: changes, by: Family.init) {
      let dates = changes.map(\.date)
      guard dates.contains(where: { YearlyChange.sample.contains($0.components.year) }) else { continue }
      guard let rule = YearlyChange(dates) else { return [:] }
      let byYear = Dictionary(grouping: dates) { $0.components.year }
      let wrong = CalendarClock.years.last { byYear[$0] ?? [] != rule.dates(in: $0) }
      rules[family] = (rule, wrong.map { $0 + 1 } ?? CalendarClock.years.lowerBound)
    }
    return rules
  }

  /// Returns an offset as "-0500", with seconds if it has any.
  private static func text(_ offset: Int) -> String {
    let (minutes, seconds) = (abs(offset) / 60, abs(offset) % 60)
    let digits = "\(10_000 + minutes / 60 * 100 + minutes % 60)\(seconds == 0 ? "" : String(100 + seconds).suffix(2))".dropFirst()
    return "\(offset < 0 ? "-" : "+")\(digits)"
  }
}
