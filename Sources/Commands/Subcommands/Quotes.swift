import ArgumentParser
import CampusCatalog
import CatalogQuery
import CatalogSession

struct Quotes: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "quotes", abstract: "List quotes, or pick one at random.",
    usage: """
      aggregate quotes
      aggregate quotes --random 42
      """,
    discussion: "The same seed always picks the same quote from the same list.")

  @Option(
    help: ArgumentHelp("Pick one quote at random, with this number as the seed.", valueName: "seed"),
    transform: { try parsedNumber($0, from: 0, such: 42) })
  var random: UInt64?

  @OptionGroup var length: LimitOption
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: ListOption

  func run() async throws {
    var query = QuoteQuery()
    query.seed = random
    query.limit = length.limit
    let report = try await open(kinds: [.quote])
    let answer = query.results(in: report.session.catalog.entries)
    try report.print(answer, columns: .quotes, nothing: { "no quotes, because the selected feeds have none" }) { entry, document in
      document.add(entry)
    } lines: { entries in
      entries.flatMap { entry -> [String] in
        guard case .quote(let quote) = entry.details else { return [] }
        let author = quote.author.map { ["    " + PlainText.visible($0)] } ?? []
        return Paragraph.lines(quote.text, width: report.terminal.width) + author.map { report.terminal.text($0, .faint) }
      }
    }
  }
}
