import ArgumentParser

struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about one entry: open now, its week, upcoming exceptions, sources.",
    usage: """
      aggregate show penn/dining/593
      aggregate show "1920 Commons" --sample
      aggregate show gmu/whats-open/southside --at 2026-11-25 --format json
      """)

  @Argument(help: ArgumentHelp("The id of an entry, one of its aliases, or its name.", valueName: "id"))
  var id: String

  @OptionGroup var options: QueryOptions

  func run() async throws {
    let report = try await options.selecting(campusOf: id).open()
    let entry = try await report.session.catalog.find(id)
    let details = EntryDetails(of: entry, feeds: report.session.feeds, by: report.session.rule)
    if options.output.format == .json {
      var document = report.document(total: 1)
      report.add(entry, to: &document)
      try Console.write(document.finish { details.write(to: &$0) })
    } else {
      try report.print(EntryCard(details, at: report.session.moment, on: report.terminal).lines())
    }
    try report.end()
  }
}
