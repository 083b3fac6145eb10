import CampusCatalog
package import CatalogQuery
import OpeningHours

/// Alerts as a table, each followed by its text.
package struct AlertTable {
  private let listings: [AlertListing]
  private let rule: StatusRule

  /// Creates a table.
  ///
  /// - Parameter rule: the rule of the query. It has the zones of the campuses.
  package init(_ listings: [AlertListing], _ rule: StatusRule) {
    self.listings = listings
    self.rule = rule
  }

  /// Returns the titles, then a line for each alert, followed by its description, which is indented by two spaces.
  package func lines(on terminal: Terminal) -> [String] {
    let columns: [Table.Column] = [
      .init(title: "STATE", isWhole: true), .init(title: "SEVERITY", isWhole: true), .init(title: "ALERT", minimum: 20, comfort: 40),
      .init(title: "WHEN", minimum: 20, comfort: 40), .init(title: "ID", rank: 1, comfort: 30),
    ]
    let rows = listings.map { listing -> [Table.Cell] in
      [
        .init(listing.phase.rawValue, listing.phase == .active ? .good : .faint),
        .init(listing.alert.severity.rawValue, Self.styles[listing.alert.severity]), .init(listing.entry.name ?? ""),
        .init(time(of: listing)), .init(listing.entry.id.description),
      ]
    }
    let table = Table(columns, rows).lines(on: terminal)
    return table.prefix(1)
      + zip(table.dropFirst(), listings).flatMap { line, listing in
        [line] + Paragraph.lines(listing.entry.description ?? "", width: terminal.width, indent: 2)
      }
  }

  private static let styles: [Alert.Severity: Terminal.Style] = [.major: .bad, .minor: .doubtful]

  /// Returns when the alert applies: "until Mon 30 Nov 2026 02:00", "from … until …", "ended …", "until further notice". Times are local;
  /// for a campus without a zone they are UTC (RFC 3339).
  private func time(of listing: AlertListing) -> String {
    let zone = rule.zone(of: listing.entry)
    func text(_ instant: Instant) -> String {
      guard let zone else { return instant.description }
      let (date, second) = zone.local(instant)
      return "\(date.longText) \(ClockText.of(second))"
    }
    let alert = listing.alert
    switch (listing.phase, alert.startsAt, alert.endsAt) {
    case (.ended, _, let end?): return "ended \(text(end))"
    case (.upcoming, let start?, let end?): return "from \(text(start)) until \(text(end))"
    case (.upcoming, let start?, nil): return "from \(text(start))"
    case (_, _, let end?): return "until \(text(end))"
    default: return "until further notice"
    }
  }
}

/// Formats times of day.
enum ClockText {
  /// Returns "07:30" for 27,000, the seconds since midnight.
  static func of(_ second: Int) -> String { LocalTime(minutes: second / 60)?.description ?? "" }
}
