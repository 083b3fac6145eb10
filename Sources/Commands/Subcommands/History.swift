import ArgumentParser

struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show an entry's history: first seen, renames, hours over time, gone.",
    usage: """
      aggregate history penn/dining/593
      aggregate history "1920 Commons"
      aggregate history gmu/whats-open/southside --format json
      """,
    discussion: """
      An entry is found as by show: by its id, an alias, its name, or words of it, in the newest run that has it. If several match, they are \
      listed, and the exit code is 0.
      """)

  @Argument(help: ArgumentHelp("The id of an entry, one of its aliases, its name, or words of it.", valueName: "id"))
  var words: [String]

  @OptionGroup var store: StoreOption
  @OptionGroup var output: FormatOption

  func run() async throws {
    let settings = try Settings.current()
    let (text, json) = (words.joined(separator: " "), output.format == .json)
    let (opened, terminal) = (try store.open(settings), Terminal.current(settings.environment.variables))
    let matches = try await StoredHistory.matches(text, in: opened)
    guard matches.count == 1 else {
      let what = "\(matches.count) entries match \"\(text)\""
      if json { throw Failure(.usage, "\(what): \(matches.map(\.id.description).joined(separator: ", ")); name one of them by its id") }
      let lines = matches.flatMap { ChangeText.title($0.name ?? $0.id.description, id: $0.id.description).lines(on: terminal) }
      try Console.write(lines.map { $0 + "\n" }.joined())
      return Console.note("\(what); show the history of one of them by its id")
    }
    let found = try await StoredHistory(of: matches[0], in: opened)
    try Console.write(
      json ? found.history.json(of: found.id, checkedAt: found.checkedAt) : found.text(on: terminal))
  }
}
