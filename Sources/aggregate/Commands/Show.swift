import ArgumentParser
import CampusCatalog
import CatalogQuery
import OpeningHours

/// One entry, with everything that is known of it.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything known of one entry: open now, its week, exceptions to come, sources.",
    usage: """
      aggregate show penn/dining/593
      aggregate show "1920 Commons" --sample
      aggregate show gmu/whats-open/southside --at 2026-11-25 --format json
      """)

  @Argument(help: ArgumentHelp("The id of an entry, one of its aliases, or its name.", valueName: "id"))
  var id: String

  @OptionGroup var options: QuestionOptions

  func run() async throws {
    let question = try await options.selecting(campusOf: id).question()
    let entry = try EntryFinder(catalog: question.catalog).find(id)
    let details = EntryDetails(of: entry, feeds: question.catalog.feeds, by: question.rule)
    if options.format == .json {
      var document = question.document(total: 1)
      switch entry.details {
      case .place: document.add(question.rule.listing(entry))
      case .alert(let alert):
        document.add(AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: question.rule.instant)))
      case .event, .quote: document.add(entry)
      }
      try Console.write(document.finish { details.write(to: &$0) })
    } else {
      try question.print(EntryCard(details, question).lines())
    }
    try question.end()
  }
}
