import CampusCatalog
import CatalogQuery
import OpeningHours

extension Table {
  /// Returns events as a table: a line for each day, such as "Sat 21 Nov 2026 (today)", followed by the events that begin on it. There are no titles.
  ///
  /// - Parameters:
  ///   - listings: sorted by their days.
  ///   - rule: the rule of the query. Its date is marked "(today)".
  ///   - zone: the zone of that date; nil for UTC.
  static func lines(of listings: [EventListing], _ rule: StatusRule, in zone: Zone?, on terminal: Terminal) -> [String] {
    let today = zone.map { $0.local(rule.instant).date } ?? rule.instant.local(offset: 0).date
    let style = rule.style(of: [])
    let words = style.words
    let campus = campusColumn(of: listings.map(\.entry), words)
    let columns: [Column] = [
      .init(title: " "), .init(title: "EVENT", minimum: 12, comfort: 36, wraps: true), .init(title: "WHEN", minimum: 21), campus.column,
      .init(title: "WHERE", minimum: 12, rank: 1), .init(title: "LOGIN", rank: 2, comfort: 12, isWhole: true), .id,
    ]
    let rows = listings.map { listing -> [Cell] in
      let event = listing.event
      // The day stands above the events.
      let dates = listing.lastDayText(style) ?? ""
      let planned = event.takesPlace ? nil : listing.times.map { "\($0), \(listing.remark ?? "")" }
      let when = planned ?? (event.hours == nil && event.status == nil ? dates : listing.sentence)
      return [
        .init(" "), .init(listing.entry.name ?? ""), .init(when, event.takesPlace ? nil : .doubtful),
        campus.cell(listing.entry), .init(listing.place, listing.hasNoPlace ? .doubtful : nil),
        .init(event.loginRequired == true ? words.text("login-needed") : ""), .init(listing.entry.id.description),
      ]
    }
    let table = table(columns, rows, on: terminal)
    var lines: [String] = []
    for (index, listing) in listings.enumerated() {
      let day = listing.day
      if index == 0 || listings[index - 1].day != day {
        lines.append(terminal.text(style.date(day) + (day == today ? " (\(words.text("understood-today")))" : ""), .heading))
      }
      lines += table.rows[index]
    }
    return lines
  }
}
