extension Table {
  /// Returns alerts as a table: the titles, then a line for each alert, followed by its description, which is indented by two spaces.
  ///
  /// - Parameter rule: the rule of the query. It has the zones of the campuses.
  package static func lines(of listings: [AlertListing], _ rule: StatusRule, on terminal: Terminal) -> [String] {
    let campus = campusColumn(of: listings.map(\.entry))
    let columns: [Column] = [
      .init(title: "STATE", isWhole: true), .init(title: "SEVERITY", isWhole: true), .init(title: "ALERT", minimum: 12, comfort: 40),
      .init(title: "WHEN", minimum: 27, comfort: 40), campus.column,
      // There are lines below each alert anyway.
      .init(title: "ID", minimum: 2, isNeverCut: true),
    ]
    let styles: [Alert.Severity: Terminal.Style] = [.major: .bad, .minor: .doubtful]
    let rows = listings.map { listing -> [Cell] in
      [
        .init(listing.phase.rawValue, listing.phase == .active ? .good : .faint),
        .init(listing.alert.severity.rawValue, styles[listing.alert.severity]), .init(listing.entry.name ?? ""),
        .init(listing.when(in: rule.zone(of: listing.entry))), campus.cell(listing.entry), .init(listing.entry.id.description),
      ]
    }
    let table = table(columns, rows, on: terminal)
    return [table.titles]
      + zip(table.rows, listings).flatMap { lines, listing in
        lines + Paragraph.lines(listing.entry.description ?? "", width: terminal.width, indent: 2)
      }
  }
}

extension AlertListing {
  /// Returns when the alert applies: "until Mon 30 Nov 2026 02:00", "from … until …", "ended …", "until further notice".
  func when(in zone: Zone?) -> String {
    let (start, end) = (alert.startsAt?.text(in: zone), alert.endsAt?.text(in: zone))
    return switch (phase, start, end) {
    case (.ended, _, let end?): "ended \(end)"
    case (.upcoming, let start?, let end?): "from \(start) until \(end)"
    case (.upcoming, let start?, nil): "from \(start)"
    case (_, _, let end?): "until \(end)"
    default: "until further notice"
    }
  }
}
