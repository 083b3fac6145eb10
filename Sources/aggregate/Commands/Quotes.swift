import ArgumentParser
import CampusCatalog
import CatalogQuery

/// Sayings.
struct Quotes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quotes", abstract: "List quotes, or one that a number chooses.",
    usage: """
      aggregate quotes
      aggregate quotes --random 42
      """,
    discussion: "The same number chooses the same of the same quotes, on every machine.")

  @Option(help: ArgumentHelp("Only one, chosen by this number.", valueName: "seed"))
  var random: UInt64?

  @Option(help: ArgumentHelp("Show so many at the most.", valueName: "n"))
  var limit: Int?

  @OptionGroup var options: QuestionOptions

  func validate() throws { try LimitOption.check(limit) }

  func run() async throws {
    var query = QuoteQuery()
    query.seed = random
    query.limit = limit
    let question = try await options.question()
    let answer = query.answer(among: question.entries)
    if options.format == .json {
      var document = question.document(total: answer.total)
      for entry in answer.items { document.add(entry) }
      try Console.write(document.finish())
    } else if answer.total == 0 {
      Console.error("There are no quotes.")
    } else {
      let lines = answer.items.flatMap { entry -> [String] in
        guard case .quote(let quote) = entry.details else { return [] }
        let author = quote.author.map { ["    " + Console.visible($0)] } ?? []
        return Paragraph.lines(quote.text, width: question.terminal.width) + author.map { question.terminal.text($0, .faint) }
      }
      try question.print(lines, shown: answer.items.count, of: answer.total)
    }
    try question.end()
  }
}
