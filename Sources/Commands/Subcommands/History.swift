import ArgumentParser

struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show an entry's history: first seen, renames, hours over time, gone.",
    usage: """
      aggregate history penn/dining/593
      aggregate history "1920 Commons"
      aggregate history gmu/whats-open/southside --format json
      """)

  @Argument(help: ArgumentHelp("The id of an entry, one of its aliases, or its name.", valueName: "id"))
  var id: String

  @OptionGroup var store: StoreOption
  @OptionGroup var output: FormatOption

  func run() async throws {
    let settings = try Settings.current()
    let found = try await StoredHistory(of: id, in: try store.open(settings))
    let json = output.format == .json
    try Console.write(
      json ? found.history.json(of: found.id, checkedAt: found.checkedAt) : found.text(on: .current(settings.environment.variables)))
  }
}
