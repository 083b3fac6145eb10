extension Table {
  /// Returns events as a table: a line for each first day, such as "Sat 21 Nov 2026 (today)", followed by its events. There are no titles.
  ///
  /// - Parameters:
  ///   - listings: sorted by their first day.
  ///   - instant: the time of the query. Its date is marked "(today)".
  ///   - zone: the zone of that date; nil for UTC.
  package static func lines(of listings: [EventListing], at instant: Instant, in zone: Zone?, on terminal: Terminal) -> [String] {
    let today = zone.map { $0.local(instant).date } ?? instant.local(offset: 0).date
    let columns: [Column] = [
      .init(title: " "), .init(title: "EVENT", minimum: 20, comfort: 40), .init(title: "UNTIL", minimum: 21),
      .init(title: "WHERE", minimum: 16, comfort: 30), .init(title: "LOGIN", rank: 1, comfort: 10),
      .init(title: "ID", rank: 2, comfort: 30),
    ]
    let rows = listings.map { listing -> [Cell] in
      let event = listing.event
      return [
        .init(" "), .init(listing.entry.name ?? ""), .init(event.endDate > event.startDate ? "until \(event.endDate.longText)" : ""),
        .init(listing.place, event.venue == nil ? .doubtful : nil), .init(event.loginRequired == true ? "login needed" : ""),
        .init(listing.entry.id.description),
      ]
    }
    let table = lines(columns, rows, on: terminal)
    var lines: [String] = []
    for (index, listing) in listings.enumerated() {
      let day = listing.event.startDate
      if index == 0 || listings[index - 1].event.startDate != day {
        lines.append(terminal.text(day.longText + (day == today ? " (today)" : ""), .heading))
      }
      lines.append(table[index + 1])
    }
    return lines
  }
}
