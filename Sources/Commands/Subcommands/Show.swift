import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

struct Show: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about one place, event, alert, quote or menu.",
    usage: """
      aggregate show penn/dining/593
      aggregate show 1920 commons --sample
      aggregate show gmu/whats-open/southside --at 2026-11-25 --format json
      """,
    discussion: """
      Finds an entry by its id, an alias, its name, or words, as search does. If several match, lists them. A place is shown with its menus: \
      those that are not over, or all of the day of --at.
      """)

  @Argument(help: ArgumentHelp("An id, an alias, a name, or words of a name.", valueName: "id"), completion: .custom(Candidates.entries))
  var words: [String]

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: ListOption

  func run() async throws {
    let text = words.joined(separator: " ")
    let report = try await open(about: text)
    let entries = try report.session.catalog.matches(text, by: report.session.rule)
    if let entry = entries.first, entries.count == 1 {
      try await show(entry, report)
    } else {
      try list(entries, report)
      if report.format != .json { Console.note("\(entries.count) entries match \"\(text)\"; show one of them by its id") }
    }
    try report.end()
  }

  private func show(_ entry: Entry, _ report: QueryReport) async throws {
    var usual: UsualWeek?
    var failure: (any Error)?
    if entry.place != nil {
      do { usual = try await report.session.usualWeeks(of: entry.campus)[entry.campus]?.week(of: entry) } catch { failure = error }
    }
    try show(entry, usual, menus(of: entry, report), report)
    // The rest is right without it.
    if let failure { throw failure }
  }

  /// Returns the menus of a place that answer the question, or a menu alone.
  private func menus(of entry: Entry, _ report: QueryReport) -> [Entry] {
    if entry.kind != .place { return entry.kind == .menu ? [entry] : [] }
    return MenuQuery.menus(of: entry, in: report.session.catalog.entries, by: report.session.rule)
  }

  private func show(_ entry: Entry, _ usual: UsualWeek?, _ menus: [Entry], _ report: QueryReport) throws {
    let details = EntryDetails(of: entry, feeds: report.session.feeds, by: report.session.rule, usual: usual)
    if report.format != .text {
      var document = report.document(total: 1)
      add(entry, usual, menus, report, to: &document)
      // Only a document has more than the entry.
      try Console.write(document.finish { details.write(to: &$0) })
    } else {
      try report.print(EntryCard(details, menus: menus, by: report.session.rule, at: report.session.moment, on: report.terminal).lines())
    }
  }

  private func add(_ entry: Entry, _ usual: UsualWeek?, _ menus: [Entry], _ report: QueryReport, to document: inout EntryListWriter) {
    guard entry.place != nil else { return report.add(entry, to: &document) }
    document.add(report.session.rule.listing(entry).with(usual), menus: menus)
  }

  private func list(_ entries: [Entry], _ report: QueryReport) throws {
    if report.format == .text {
      let places = entries.filter { $0.place != nil }.map { report.session.rule.listing($0) }
      try report.print(report.lines(of: places, others: entries.filter { $0.place == nil }))
      if let clocks = report.clockNote(places) { Console.note(clocks) }
      return
    }
    var document = report.document(total: entries.count)
    for entry in entries { report.add(entry, to: &document) }
    try Console.write(document.finish())
  }
}
