import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession

struct Alerts: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "List alerts, active ones first.",
    usage: """
      aggregate alerts --campus gmu
      aggregate alerts --severity major --severity minor
      """)

  @Option(
    name: .customLong("severity"),
    help: ArgumentHelp("Only alerts of this severity: informational, minor or major (repeatable).", valueName: "name"),
    completion: .list(Alert.Severity.allCases.map(\.rawValue)))
  var severities: [String] = []

  @OptionGroup var length: LimitOption
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: ListOption

  func run() async throws {
    var query = AlertQuery()
    for text in severities { query.severities.insert(try knownValue(text, "severity")) }
    query.limit = length.limit
    let report = try await open(kinds: [.alert])
    let answer = query.results(in: report.session.catalog.entries, at: report.session.moment)
    let clocks = ClockNote.text(
      answer.items.lazy.map { ($0.entry.campus, report.session.rule.zone(of: $0.entry)) }, at: report.session.moment)
    let others = report.session.catalog.entries.count { $0.kind == .alert } - answer.total
    try report.print(
      answer, columns: .alerts,
      nothing: { others > 0 ? "no alerts of \(severities.joined(separator: " or ")) severity; there are \(others) others" : "no alerts" },
      notes: QueryReport.moreNotes(answer) + [clocks].compactMap(\.self)
    ) { alert, document in
      document.add(alert)
    } lines: { alerts in
      Table.lines(of: alerts, report.session.rule, on: report.terminal)
    }
  }
}
