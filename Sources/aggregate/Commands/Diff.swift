import ArgumentParser
import CampusCatalog
import CatalogDiff

/// Shows what has changed between two catalogs.
struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what has changed between two catalogs, in words or as a literal difference.",
    usage: """
      aggregate diff OLD NEW
      aggregate diff yesterday.json today.json --only breaking
      aggregate diff 7d latest --campus penn --format markdown
      aggregate diff OLD NEW --format json-patch
      """,
    discussion: """
      Exit codes: 0 nothing has changed; 1 something has; above 1 an error. The formats json and json-patch list every difference, so \
      with them 0 means that nothing differs at all.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
    case jsonPatch = "json-patch"
    case markdown, atom

    /// It lists all differences, not only those that are described in words.
    var isLiteral: Bool { self == .json || self == .jsonPatch }
  }

  @Argument(
    help: ArgumentHelp(
      "A catalog file (- is stdin), or the time of a run in the store: latest, latest~1, 2026-11-20, 7d.", valueName: "old"),
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(help: ArgumentHelp("The newer catalog, in the same forms.", valueName: "new"), completion: .file(extensions: ["json"]))
  var new: String

  @OptionGroup var filter: ChangeFilter

  @OptionGroup var store: StoreOption

  @Option(help: ArgumentHelp("text, json, json-patch, markdown or atom.", valueName: "format"))
  var format: Format = .text

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if old == "-", new == "-" { throw ValidationError("Only one of the two files can be stdin.") }
    if format.isLiteral, let name = filter.firstUsed {
      throw ValidationError("\(name) cannot be used with --format \(format.rawValue), which lists every difference.")
    }
  }

  func run() async throws {
    let environment = try CommandEnvironment.current()
    let settings = try environment.settings()
    let stores = StoreGuard(environment, settings, store: store.store)
    try stores.check(output ?? "-")
    let choice = CatalogChoice(environment: environment, settings: settings, store: store, filter: filter)
    let (before, after) = (try await choice.catalog(old), try await choice.catalog(new))
    do {
      let comparison = try CatalogComparison(before, after, isLiteral: format.isLiteral)
      let (text, isSame) = try render(comparison, try filter.filter(ChangeLog(comparison)))
      try OutputFile.write(text, to: output ?? "-", stores)
      if !isSame { throw Failure(.different) }
    } catch let error as DiffError {
      throw Failure(.data, error.description)
    }
  }

  private func render(_ comparison: CatalogComparison, _ log: ChangeLog) throws -> (text: String, isSame: Bool) {
    switch format {
    case .text: (ChangeText.lines(of: log).map { PlainText.visible($0, isOneLine: true) + "\n" }.joined(), log.isEmpty)
    case .json: (try DiffDocument.text(of: log, literal: comparison), comparison.isSame)
    case .jsonPatch: (try JSONPatch.text(of: comparison), comparison.hasSameValues)
    case .markdown: (ChangeMarkdown.text(of: log), log.isEmpty)
    case .atom: (AtomChangeFeed.text(of: [log], about: filter.about), log.isEmpty)
    }
  }
}
