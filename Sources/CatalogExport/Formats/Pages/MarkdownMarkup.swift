/// Pages as Markdown with the tables of GitHub, to commit: each place is on one line in each table, and a line depends on no other.
///
/// Nothing from a feed is markup, a mention or a link (`MarkdownText`), except that names link to the pages of their entries.
struct MarkdownMarkup: PageMarkup {
  private let header: ExportHeader

  init(_ header: ExportHeader) { self.header = header }

  // MARK: - The document

  func begin(_ campuses: [PageCampus], to text: inout TextBuffer) {
    if campuses.isEmpty { text.append("# Campus hours\n\nThe catalog has no campuses, so there is nothing to show.\n\n") }
  }

  func end(to text: inout TextBuffer) {
    text.append("---\n\nHours that the feeds do not state are unknown, which does not mean closed. Made by aggregate from a catalog of ")
    text.append("\(header.generatedAt.text(in: header.zone)).\n")
  }

  // MARK: - A campus

  func begin(_ campus: PageCampus, _ tables: [PageTable], to text: inout TextBuffer) {
    text.append("# \(MarkdownText.cell(campus.name))\n\n\(campus.moment)")
    if let zone = campus.zone { text.append(", \(zone.name)") }
    text.append(".\(header.filter.pageText.map { " \($0)." } ?? "")\n\n")
    if tables.isEmpty { text.append("There is nothing to show: no places, no current events and no alerts.\n\n") }
    let warnings = campus.feeds.compactMap { feed in
      feed.warning(in: campus.zone).map { "- **\(feed.isMissing ? "Missing" : "Old"): `\(feed.id)`** \(MarkdownText.cell($0))\n" }
    }
    if !warnings.isEmpty { text.append(warnings.joined() + "\n") }
  }

  func end(_ campus: PageCampus, to text: inout TextBuffer) {
    if campus.feeds.isEmpty { return }
    text.append("## Sources\n\n| Feed | Outcome | Fetched | Age | Address | Licence |\n|---|---|---|---|---|---|\n")
    for feed in campus.feeds {
      let url = feed.url.map { WebAddress($0).map { MarkdownText.destination($0.description) } ?? MarkdownText.cell($0) }
      row(
        "`\(feed.id)`", (feed.isMissing ? "**missing**: " : "") + MarkdownText.cell(feed.outcomeText),
        feed.fetchedAt?.text(in: campus.zone) ?? "time unknown", feed.age(at: campus.instant) ?? "", url ?? "",
        MarkdownText.cell(feed.licence ?? ""), to: &text)
    }
    text.append("\n")
  }

  // MARK: - Tables

  func begin(_ table: PageTable, of campus: PageCampus, to text: inout TextBuffer) {
    text.append("## \(table.title)")
    if table == .today { text.append(", \(campus.today.longText)") }
    text.append("\n\n")
    switch table {
    case .alerts: text.append("| Severity | When | Alert | Text |\n|---|---|---|---|\n")
    case .today: break
    case .week:
      row("Place", campus.week.map { $0.text(from: campus.today) }, "Remarks", to: &text)
      text.append("|---" + String(repeating: "|---", count: campus.week.count) + "|---|\n")
    case .later: text.append("| Place | Days and hours |\n|---|---|\n")
    case .events: text.append("| Dates | Event | Where |\n|---|---|---|\n")
    }
  }

  func end(_ table: PageTable, to text: inout TextBuffer) {
    if table != .today { text.append("\n") }
  }

  func begin(_ category: Category, in table: PageTable, of campus: PageCampus, to text: inout TextBuffer) {
    guard table == .today else { return }
    text.append("### \(category.plural)\n\n| Place | Now | Today | Where | Remarks |\n|---|---|---|---|---|\n")
  }

  func endCategory(in table: PageTable, to text: inout TextBuffer) {
    if table == .today { text.append("\n") }
  }

  // MARK: - Rows

  func addToday(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer) {
    let zone = place.otherZone.map { "on the clock of \($0.name)" }
    let remarks = place.today.remarks + [place.entry.notice, zone].compactMap(\.self)
    let running = place.running.map { span in
      let clock = [span.start, span.end].map { DayPlan.clock(((place.place.hours?.zone.local($0) ?? $0.local(offset: 0)).second) / 60) }
      return "\(span.since(on: campus.today)) \(clock.joined(separator: "–"))" + label(span.label)
    }
    let services = place.today.plan.services.map { service in
      let isWhole = service.opens == .midnight && service.closes == .endOfDay
      let times = isWhole ? "open all day" : [service.opens, service.closes].map { DayPlan.clock(Int($0.minutes)) }.joined(separator: "–")
      return times + label(service.label)
    }
    let today = running + (services.isEmpty ? [place.today.plan.openTimes] : services)
    row(
      name(of: place.entry), place.sentence, today.joined(separator: ", "),
      place.whereabouts.map { MarkdownText.cell($0) }.joined(separator: ", "),
      remarks.map { MarkdownText.cell($0) }.joined(separator: "; "), to: &text)
  }

  func addWeek(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer) {
    let remarks = place.weekRemarks
    let days = place.week.map { day in
      day.plan.openTimes + day.remarks.compactMap { remarks.firstIndex(of: $0) }.map { Self.mark($0) }.joined()
    }
    let numbered = remarks.enumerated().map { "\(Self.mark($0)) \(MarkdownText.cell($1))" }
    row(MarkdownText.cell(place.entry.title), days, numbered.joined(separator: "; "), to: &text)
  }

  func addLater(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer) {
    var hours = place.later.map { exception in
      let name = exception.name.map { " (\(MarkdownText.cell($0)))" } ?? ""
      return "\(exception.days(on: campus.today)): \(exception.plan?.openTimes ?? "hours vary")\(name)"
    }
    if place.hasMoreLater { hours.append("and more") }
    row(MarkdownText.cell(place.entry.title), hours.joined(separator: "; "), to: &text)
  }

  func add(_ listing: AlertListing, of campus: PageCampus, to text: inout TextBuffer) {
    let texts = [listing.entry.notice, listing.entry.description].compactMap { $0.map { MarkdownText.cell($0) } }
    row(
      listing.alert.severity.title, "\(listing.phase) \(listing.when(in: campus.zone))", name(of: listing.entry),
      texts.joined(separator: "<br>"), to: &text)
  }

  func add(_ listing: EventListing, of campus: PageCampus, to text: inout TextBuffer) {
    let (event, last) = (listing.event, listing.event.lastDate)
    var dates = event.startDate.longText
    if last > event.startDate { dates += " – \(last.longText)" }
    if event.startDate <= campus.today { dates += ", now" }
    row(
      dates, name(of: listing.entry), MarkdownText.cell(listing.place) + (event.loginRequired == true ? ", login needed" : ""), to: &text)
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

  private func row(_ cells: String..., to text: inout TextBuffer) { row(cells, to: &text) }

  private func row(_ first: String, _ cells: [String], _ last: String, to text: inout TextBuffer) {
    row([first] + cells + [last], to: &text)
  }

  /// Writes a row of a table.
  ///
  /// - Parameter cells: Markdown without line feeds.
  private func row(_ cells: [String], to text: inout TextBuffer) {
    for cell in cells {
      text.append(cell.isEmpty ? "| " : "| \(cell) ")
    }
    text.append("|\n")
  }
}
