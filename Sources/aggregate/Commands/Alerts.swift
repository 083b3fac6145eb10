import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery

/// What campuses want people to know.
struct Alerts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "List alerts, active ones first.",
    usage: """
      aggregate alerts --campus gmu
      aggregate alerts --severity major --severity minor
      """)

  @Option(
    name: .customLong("severity"),
    help: ArgumentHelp("Exactly this severity: informational, minor or major (repeatable).", valueName: "name"),
    completion: .list(Alert.Severity.allCases.map(\.rawValue)))
  var severities: [String] = []

  @Option(help: ArgumentHelp("Show so many at the most.", valueName: "n"))
  var limit: Int?

  @OptionGroup var options: QuestionOptions

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
    let question = try await options.question()
    let answer = query.answer(among: question.entries, at: question.rule.instant)
    if options.format == .json {
      var document = question.document(total: answer.total)
      for listing in answer.items { document.add(listing) }
      try Console.write(document.finish())
    } else if answer.total == 0 {
      Console.error("There are no such alerts.")
    } else {
      try question.print(AlertTable(answer.items, question).lines(on: question.terminal), shown: answer.items.count, of: answer.total)
    }
    try question.end()
  }
}
