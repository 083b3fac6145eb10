import CatalogExport
import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession

/// Lists quotes.
struct Quotes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quotes", abstract: "List quotes, or pick one with a seed.",
    usage: """
      aggregate quotes
      aggregate quotes --random 42
      """,
    discussion: "With the same quotes, the same seed picks the same one on every machine.")

  @Option(help: ArgumentHelp("Show one quote, picked with this number.", valueName: "seed"))
  var random: UInt64?

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @OptionGroup var options: QueryOptions

  func validate() throws { try LimitOption.check(limit) }

  func run() async throws {
    var query = QuoteQuery()
    query.seed = random
    query.limit = limit
    let report = try await options.open()
    let answer = query.results(in: try await report.session.catalog.entries)
    if options.format == .json {
      var document = report.document(total: answer.total)
      for entry in answer.items { document.add(entry) }
      try Console.write(document.finish())
    } else if answer.total == 0 {
      Console.error("No quotes.")
    } else {
      let lines = answer.items.flatMap { entry -> [String] in
        guard case .quote(let quote) = entry.details else { return [] }
        let author = quote.author.map { ["    " + PlainText.visible($0)] } ?? []
        return Paragraph.lines(quote.text, width: report.terminal.width) + author.map { report.terminal.text($0, .faint) }
      }
      try report.print(lines, shown: answer.items.count, of: answer.total)
    }
    try report.end()
  }
}
