import CampusCatalog
import CatalogQuery
import OpeningHours

/// Pages as Markdown with the tables of GitHub, to commit: each place is on one line in each table, and a line depends on no other.
///
/// Nothing from a feed is markup, a mention or a link (`MarkdownText`), except that names link to the pages of their entries.
struct MarkdownMarkup: PageMarkup {
  private let header: ExportHeader
  private let words: WordTable

  init(_ header: ExportHeader) { (self.header, words) = (header, header.style.words) }

  // MARK: - The document

  func start(_ campuses: [PageCampus]) -> String {
    campuses.isEmpty ? "# \(words.text("campus-hours"))\n\n\(words.text("empty-catalog"))\n\n" : ""
  }

  func end() -> String {
    "---\n\n\(words.text("page-foot", ["time": header.style.text(header.generatedAt, in: header.zone)]))\n"
  }

  // MARK: - A campus

  func write(_ campus: PageCampus, _ contents: PageContents, to write: (String) throws -> Void) throws {
    try write(heading(of: campus, isEmpty: contents.tables.isEmpty))
    if !contents.alerts.isEmpty {
      try write(table(.alerts, ["severity", "when-title", "alert", "text"], contents.alerts.map { row($0, of: campus) }))
    }
    if !contents.groups.isEmpty {
      try write("## \(PageTable.today.title(in: words)), \(campus.style.date(campus.today))\n\n")
      for (category, places) in contents.groups {
        let titles = ["place", "now", "today", "where", "remarks"].map { words.text($0) }
        try write("### \(category.plural(in: campus.style.language))\n\n\(table(titles, places.map { today($0, of: campus) }))")
      }
    }
    for text in menus(contents.menus, of: campus) { try write(text) }
    if !contents.groups.isEmpty {
      let days = campus.week.map { campus.style.date($0, from: campus.today) }
      let titles = [words.text("place")] + days + [words.text("remarks")]
      try write("\(heading(of: .week))\(table(titles, contents.groups.flatMap(\.places).map { week($0, campus.style) }))")
    }
    if !contents.later.isEmpty {
      try write(table(.later, ["place", "days-and-hours"], contents.later.map { later($0, of: campus) }))
    }
    if !contents.events.isEmpty {
      try write(table(.events, ["dates", "event", "where"], contents.events.map { row($0, of: campus) }))
    }
    try write(sources(of: campus))
  }

  private func heading(of campus: PageCampus, isEmpty: Bool) -> String {
    var text = "# \(MarkdownText.cell(campus.name))\n\n\(campus.moment)\(campus.zone.map { ", \($0.name)" } ?? "")."
    text += "\(header.filter.pageText(in: words).map { " \($0)." } ?? "")\n\n"
    if isEmpty { text += "\(words.text("nothing-on-page"))\n\n" }
    let problems = campus.problems.map { feed, problem in
      "- **\(words.text(feed.isMissing ? "missing-feed" : "old-feed", ["feed": "`\(feed.id)`"]))** \(MarkdownText.cell(problem))\n"
    }
    return problems.isEmpty ? text : text + problems.joined() + "\n"
  }

  private func sources(of campus: PageCampus) -> String {
    if campus.feeds.isEmpty { return "" }
    let rows = campus.feeds.map { feed in
      let url = feed.url.map { WebAddress($0).map { MarkdownText.destination($0.description) } ?? MarkdownText.cell($0) }
      return row([
        "`\(feed.id)`", (feed.isMissing ? "**\(words.text("missing"))**: " : "") + MarkdownText.cell(feed.outcomeText(in: words)),
        feed.fetchedAt.map { campus.style.text($0, in: campus.zone) } ?? words.text("time-unknown"),
        feed.age(at: campus.instant, campus.style.language) ?? "", url ?? "",
        MarkdownText.cell(feed.license ?? ""),
      ])
    }
    let titles = ["feed", "outcome", "fetched", "age", "address", "license"].map { words.text($0) }
    return "## \(words.text("sources"))\n\n" + table(titles, rows)
  }

  // MARK: - Tables

  /// - Parameter titles: the keys of the titles.
  private func table(_ table: PageTable, _ titles: [String], _ rows: [String]) -> String {
    heading(of: table) + self.table(titles.map { words.text($0) }, rows)
  }

  private func heading(of table: PageTable) -> String { "## \(table.title(in: words))\n\n" }

  private func table(_ titles: [String], _ rows: [String]) -> String {
    "\(row(titles))\(String(repeating: "|---", count: titles.count))|\n\(rows.joined())\n"
  }

  // MARK: - Menus

  /// Returns the heading of the menus, and a table for each place with a row for each dish; nothing if there are none.
  private func menus(_ places: [PageMenus], of campus: PageCampus) -> [String] {
    if places.isEmpty { return [] }
    let language = campus.style.language
    let titles = ["meal", "dish", "diets", "allergens", "price", "remarks"].map { words.text($0) }
    return ["\(heading(of: .menus))\(words.text("stated-by-kitchen"))\n\n"]
      + places.map { place in
        let rows = place.sections(of: campus).flatMap { section in
          section.dishes.map { dish in
            row(
              [
                section.title, dish.name, dish.dietsText(in: language), section.allergensText(of: dish, in: language),
                dish.pricesText(in: language),
                (dish.notes + dish.labels).joined(separator: "; "),
              ].map { MarkdownText.cell($0) })
          }
        }
        return "### \(MarkdownText.inert(place.title))\n\n\(table(titles, rows))"
      }
  }

  // MARK: - Rows

  private func today(_ place: PagePlace, of campus: PageCampus) -> String {
    let zone = place.otherZone.map { words.text("in-zone", ["zone": $0.name]) }
    let remarks = place.today.remarks + [place.entry.notice, zone].compactMap(\.self)
    let running = place.running.map { $0.times(in: place.place.hours?.zone, on: campus.today, campus.style) + label($0.label) }
    let services = place.today.plan.services.map { $0.times(campus.style) + label($0.label) }
    let today = running + (services.isEmpty ? [place.today.plan.openTimes(campus.style)] : services)
    return row([
      name(of: place.entry), place.listing.sentence, today.joined(separator: ", "),
      place.whereabouts.map { MarkdownText.cell($0) }.joined(separator: ", "),
      remarks.map { MarkdownText.cell($0) }.joined(separator: "; "),
    ])
  }

  private func week(_ place: PagePlace, _ style: RegionalStyle) -> String {
    let remarks = place.weekRemarks
    let days = place.week.map { day in
      day.plan.openTimes(style) + day.remarks.compactMap { remarks.firstIndex(of: $0) }.map { Self.mark($0) }.joined()
    }
    let numbered = remarks.enumerated().map { "\(Self.mark($0)) \(MarkdownText.cell($1))" }
    return row([MarkdownText.cell(place.entry.title)] + days + [numbered.joined(separator: "; ")])
  }

  private func later(_ place: PagePlace, of campus: PageCampus) -> String {
    let hours = place.later.map { exception in
      let name = exception.name.map { " (\(MarkdownText.cell($0)))" } ?? ""
      return
        "\(exception.days(on: campus.today, campus.style)): \(exception.plan?.openTimes(campus.style) ?? words.text("hours-vary"))\(name)"
    }
    return row([
      MarkdownText.cell(place.entry.title), (hours + (place.hasMoreLater ? [words.text("and-others")] : [])).joined(separator: "; "),
    ])
  }

  private func row(_ listing: AlertListing, of campus: PageCampus) -> String {
    let texts = [listing.entry.notice, listing.entry.description].compactMap { $0.map { MarkdownText.cell($0) } }
    return row([
      words.text("level-\(listing.alert.severity.rawValue)"),
      "\(words.text("phase-\(listing.phase.rawValue)")) \(listing.when(in: campus.zone, campus.style))", name(of: listing.entry),
      texts.joined(separator: "<br>"),
    ])
  }

  private func row(_ listing: EventListing, of campus: PageCampus) -> String {
    row([
      listing.dates(on: campus.today) + (listing.remark.map { ", \($0)" } ?? ""), name(of: listing.entry),
      MarkdownText.cell(listing.place) + (listing.event.loginRequired == true ? ", \(words.text("login-needed"))" : ""),
    ])
  }

  /// Returns the name of an entry, as a link to its page if it has one.
  private func name(of entry: Entry) -> String {
    guard let address = entry.page(.website) else { return MarkdownText.cell(entry.title) }
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
