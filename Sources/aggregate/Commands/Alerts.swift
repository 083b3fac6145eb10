import CatalogExport
import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession

/// Lists alerts.
struct Alerts: AsyncParsableCommand {
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

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @OptionGroup var options: QueryOptions

  func validate() throws { try LimitOption.check(limit) }

  func run() async throws {
    var query = AlertQuery()
    for text in severities {
      guard let severity = Alert.Severity(rawValue: text) else {
        throw Failure(.usage, PlanError(kind: "severity", id: text, known: Alert.Severity.allCases.map(\.rawValue)).description)
      }
      query.severities.insert(severity)
    }
    query.limit = limit
    let report = try await options.open()
    let answer = query.results(in: try await report.session.catalog.entries, at: report.session.moment)
    if options.format == .json {
      var document = report.document(total: answer.total)
      for listing in answer.items { document.add(listing) }
      try Console.write(document.finish())
    } else if answer.total == 0 {
      Console.error("No matching alerts.")
    } else {
      try report.print(Table.lines(of: answer.items, report.rule, on: report.terminal), shown: answer.items.count, of: answer.total)
    }
    try report.end()
  }
}
