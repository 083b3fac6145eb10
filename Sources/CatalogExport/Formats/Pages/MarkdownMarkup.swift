import CampusCatalog
import CatalogQuery
import OpeningHours

/// Pages as Markdown with the tables of GitHub, to commit: each place is on one line in each table, and a line depends on no other.
///
/// Nothing from a feed is markup, a mention or a link (`MarkdownText`), except that names link to the pages of their entries.
struct MarkdownMarkup: PageMarkup {
  private let header: ExportHeader

  init(_ header: ExportHeader) { self.header = header }

  // MARK: - The document

  func start(_ campuses: [PageCampus]) -> String {
    campuses.isEmpty ? "# Campus hours\n\nThe catalog has no campuses, so there is nothing to show.\n\n" : ""
  }

  func end() -> String {
    """
    ---

    Hours that the feeds do not state are unknown, which does not mean closed. Made by aggregate from a catalog of \
    \(header.generatedAt.text(in: header.zone)).

    """
  }

  // MARK: - A campus

  func start(_ campus: PageCampus, _ tables: [PageTable]) -> String {
    var text = "# \(MarkdownText.cell(campus.name))\n\n\(campus.moment)\(campus.zone.map { ", \($0.name)" } ?? "")."
    text += "\(header.filter.pageText.map { " \($0)." } ?? "")\n\n"
    if tables.isEmpty { text += "There is nothing to show: no places, no current events and no alerts.\n\n" }
    let problems = campus.problems.map { feed, problem in
      "- **\(feed.isMissing ? "Missing" : "Old"): `\(feed.id)`** \(MarkdownText.cell(problem))\n"
    }
    return problems.isEmpty ? text : text + problems.joined() + "\n"
  }

  func end(_ campus: PageCampus) -> String {
    if campus.feeds.isEmpty { return "" }
    let rows = campus.feeds.map { feed in
      let url = feed.url.map { WebAddress($0).map { MarkdownText.destination($0.description) } ?? MarkdownText.cell($0) }
      return row([
        "`\(feed.id)`", (feed.isMissing ? "**missing**: " : "") + MarkdownText.cell(feed.outcomeText),
        feed.fetchedAt?.text(in: campus.zone) ?? "time unknown", feed.age(at: campus.instant) ?? "", url ?? "",
        MarkdownText.cell(feed.licence ?? ""),
      ])
    }
    return "## Sources\n\n| Feed | Outcome | Fetched | Age | Address | License |\n|---|---|---|---|---|---|\n\(rows.joined())\n"
  }

  // MARK: - Tables

  func start(_ table: PageTable, of campus: PageCampus) -> String {
    let date = table == .today ? ", \(campus.today.longText)" : ""
    let titles =
      switch table {
      case .alerts: row(["Severity", "When", "Alert", "Text"]) + "|---|---|---|---|\n"
      case .today: ""
      case .week:
        row(["Place"] + campus.week.map { $0.text(from: campus.today) } + ["Remarks"])
          + String(repeating: "|---", count: campus.week.count + 2) + "|\n"
      case .later: row(["Place", "Days and hours"]) + "|---|---|\n"
      case .events: row(["Dates", "Event", "Where"]) + "|---|---|---|\n"
      }
    return "## \(table.title)\(date)\n\n\(titles)"
  }

  func end(_ table: PageTable) -> String { table == .today ? "" : "\n" }

  func start(_ category: Category, in table: PageTable, of campus: PageCampus) -> String {
    guard table == .today else { return "" }
    return "### \(category.plural)\n\n| Place | Now | Today | Where | Remarks |\n|---|---|---|---|---|\n"
  }

  func endCategory(in table: PageTable) -> String { table == .today ? "\n" : "" }

  // MARK: - Rows

  func today(_ place: PagePlace, of campus: PageCampus) -> String {
    let zone = place.otherZone.map { "on the clock of \($0.name)" }
    let remarks = place.today.remarks + [place.entry.notice, zone].compactMap(\.self)
    let running = place.running.map { $0.times(in: place.place.hours?.zone, on: campus.today) + label($0.label) }
    let services = place.today.plan.services.map { $0.times + label($0.label) }
    let today = running + (services.isEmpty ? [place.today.plan.openTimes] : services)
    return row([
      name(of: place.entry), place.listing.sentence, today.joined(separator: ", "),
      place.whereabouts.map { MarkdownText.cell($0) }.joined(separator: ", "),
      remarks.map { MarkdownText.cell($0) }.joined(separator: "; "),
    ])
  }

  func week(_ place: PagePlace, of campus: PageCampus) -> String {
    let remarks = place.weekRemarks
    let days = place.week.map { day in
      day.plan.openTimes + day.remarks.compactMap { remarks.firstIndex(of: $0) }.map { Self.mark($0) }.joined()
    }
    let numbered = remarks.enumerated().map { "\(Self.mark($0)) \(MarkdownText.cell($1))" }
    return row([MarkdownText.cell(place.entry.title)] + days + [numbered.joined(separator: "; ")])
  }

  func later(_ place: PagePlace, of campus: PageCampus) -> String {
    let hours = place.later.map { exception in
      let name = exception.name.map { " (\(MarkdownText.cell($0)))" } ?? ""
      return "\(exception.days(on: campus.today)): \(exception.plan?.openTimes ?? "hours vary")\(name)"
    }
    return row([MarkdownText.cell(place.entry.title), (hours + (place.hasMoreLater ? ["and more"] : [])).joined(separator: "; ")])
  }

  func row(_ listing: AlertListing, of campus: PageCampus) -> String {
    let texts = [listing.entry.notice, listing.entry.description].compactMap { $0.map { MarkdownText.cell($0) } }
    return row([
      listing.alert.severity.title, "\(listing.phase) \(listing.when(in: campus.zone))", name(of: listing.entry),
      texts.joined(separator: "<br>"),
    ])
  }

  func row(_ listing: EventListing, of campus: PageCampus) -> String {
    row([
      listing.event.dates(on: campus.today), name(of: listing.entry),
      MarkdownText.cell(listing.place) + (listing.event.loginRequired == true ? ", login needed" : ""),
    ])
  }

  /// Returns the name of an entry, as a link to its page if it has one.
  private func name(of entry: Entry) -> String {
    guard let address = entry.address(.website) else { return MarkdownText.cell(entry.title) }
    return "[\(MarkdownText.cell(entry.title, isLinkText: true))](\(MarkdownText.destination(address)))"
  }

  private func label(_ label: String?) -> String { label.map { " \(MarkdownText.cell($0))" } ?? "" }

  /// The number of a remark as a superscript.
  private static func mark(_ index: Int) -> String {
    let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    return String("\(index + 1)".compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }

  /// Returns a row of a table.
  ///
  /// - Parameter cells: Markdown without line feeds.
  private func row(_ cells: [String]) -> String { cells.map { $0.isEmpty ? "| " : "| \($0) " }.joined() + "|\n" }
}
