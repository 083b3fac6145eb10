import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogSession
import Foundation
import SnapshotStore

struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what has changed between two catalogs, in words or as a JSON Patch.",
    usage: """
      aggregate diff OLD NEW
      aggregate diff yesterday.json today.json --only breaking
      aggregate diff 7d latest --campus penn --format markdown
      aggregate diff january.json october.json --match name
      aggregate diff OLD NEW --format json-patch
      """,
    discussion: """
      Changes that most changed entries of a feed share are listed once. If their values differ, only JSON has them.

      Exit codes: 0 nothing has changed; 1 something has; above 1 an error. The formats json and json-patch list every difference, so \
      with them 0 means that the catalogs have the same values. Filtered JSON has only the selected changes. Any program for JSON Patch \
      (RFC 6902) applies the output of --format json-patch.
      """)

  enum Format: String, OutputFormat {
    case text, json
    case jsonPatch = "json-patch"
    case markdown, atom
    static let names = "text, json, json-patch, markdown or atom"
  }

  @Argument(
    help: ArgumentHelp(
      "A catalog file (- is stdin), or the time of a run in the store: latest, latest~1, 2026-11-20, 7d, 1mo.", valueName: "old"),
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(help: ArgumentHelp("The newer catalog, in the same forms.", valueName: "new"), completion: .file(extensions: ["json"]))
  var new: String

  @Option(
    name: .customLong("campus"), help: ArgumentHelp("Only this campus (repeatable).", valueName: "id"),
    completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  @Option(
    name: .customLong("feed"), help: ArgumentHelp("Only this feed (repeatable).", valueName: "id"), completion: .custom(Candidates.feeds))
  var feeds: [String] = []

  @OptionGroup var choice: ChangeChoice

  @Option(
    help: ArgumentHelp("Pair entries by id (the default) or by name.", valueName: "key"),
    completion: .list(EntryMatching.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "key") })
  var match: EntryMatching = .id

  @OptionGroup var style: StyleOption
  @OptionGroup var store: StoreOption

  @OptionGroup var formats: OutputOptions<Format>

  private var format: Format { formats.format }

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if old == "-", new == "-" { throw ValidationError("Only one of the two files can be stdin.") }
    let filters = [
      ("--campus", !campuses.isEmpty), ("--feed", !feeds.isEmpty), ("--kind", !choice.kinds.isEmpty), ("--only", !choice.only.isEmpty),
    ]
    if format == .jsonPatch, let name = filters.first(where: \.1)?.0 {
      throw ValidationError("\(name) cannot be used with --format \(format.rawValue), which lists every difference.")
    }
  }

  func run() async throws {
    let settings = try Settings.current()
    let stores = StoreGuard(settings, store: store.store)
    try stores.check(output ?? "-")
    let chosen = try selection()
    let before = try await PastCatalogText.find(old, chosen, store, settings)
    let after = try await PastCatalogText.find(new, chosen, store, settings)
    let filter = try filter()
    if let run = before.run, run.id == after.run?.id { Console.note("\(old) and \(new) are the same run, that of \(run.generatedAt)") }
    func locatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
      try after.text.locatingErrors { try before.text.locatingErrors(body) }
    }
    let comparison = try locatingErrors { try CatalogComparison(before.text, after.text) }
    let dates = try await before.newDates(in: comparison, until: after)
    var log = try locatingErrors { try ChangeLog(comparison, matching: match, style: style.choice(settings), newDates: dates) }
    log.setNames(old: Self.name(old), new: Self.name(new))
    try check(filter, log)
    let terminal =
      output == nil || output == "-" ? Terminal.current(settings.environment.variables) : Terminal(width: nil, hasColor: false)
    let shown = log.filtered(by: filter)
    let runs = format == .atom ? try await before.changes(through: after, filter, match, style.choice(settings)) : nil
    let (text, isSame) = try locatingErrors { try render(comparison, shown, runs, filter, terminal) }
    try OutputFile.write(text, to: output ?? "-", stores)
    let hidden = Change.Rank.allCases.reduce(0) { $0 + log.count($1) - shown.count($1) }
    if hidden > 0 { Console.note("\(hidden.counted("other changed entry is", "other changed entries are")) hidden by the options") }
    if !isSame { throw Failure(.different) }
  }

  /// - Parameter runs: the changes that each run saw; nil if the catalogs are not runs.
  private func render(
    _ comparison: CatalogComparison, _ log: ChangeLog, _ runs: RunChanges?, _ filter: ChangeFilter, _ terminal: Terminal
  ) throws -> (text: String, isSame: Bool) {
    switch format {
    case .text: (ChangeText.text(of: log, on: terminal), log.isEmpty)
    case .json where filter.isEmpty: (try DiffDocument.text(of: log, literal: comparison), comparison.isSame)
    case .json: (try DiffDocument.text(of: log, literal: nil, filter: filter), log.isEmpty)
    case .jsonPatch: (try JSONPatch.text(of: comparison), comparison.isSame)
    case .markdown: (ChangeMarkdown.text(of: log), log.isEmpty)
    case .atom: (feed(log, runs), runs?.logs.isEmpty ?? log.isEmpty)
    }
  }

  private func feed(_ log: ChangeLog, _ runs: RunChanges?) -> String {
    let (address, about, pages) = (OutputFile.address(of: output), choice.about(campuses, feeds), Registry().pages)
    guard let runs else { return AtomChangeFeed.text(of: log, at: address, about: about, pages: pages) }
    return AtomChangeFeed.text(of: runs.logs, updated: log.old.generatedAt, at: address, about: about, pages: pages)
  }

  private func filter() throws(Failure) -> ChangeFilter {
    let selection = try selection()
    return ChangeFilter(
      campuses: Set(selection.campuses), feeds: Set(selection.feeds), kinds: Set(choice.kinds), ranks: Set(choice.only))
  }

  /// Refuses a campus or feed that neither catalog has.
  private func check(_ filter: ChangeFilter, _ log: ChangeLog) throws(Failure) {
    for id in filter.campuses.sorted()
    where !log.campuses.contains(where: { $0.id == id }) && !log.feedIDs.contains(where: { $0.campus == id }) {
      throw Failure(PlanError(kind: "campus", id: id.description, known: log.campuses.map(\.id.description)))
    }
    for id in filter.feeds.sorted() where !log.feedIDs.contains(id) {
      throw Failure(PlanError(kind: "feed", id: id.description, known: log.feedIDs.map(\.description).sorted()))
    }
  }

  /// Returns the selected campuses and feeds; empty for all.
  private func selection() throws(Failure) -> RunSelection {
    RunSelection(
      campuses: try campuses.map { (text) throws(Failure) in
        guard let id = CampusID(text) else { throw Failure(.usage, "--campus: invalid campus id \"\(text)\"; ids look like penn") }
        return id
      },
      feeds: try feeds.map { (text) throws(Failure) in
        guard let id = FeedID(text) else { throw Failure(.usage, "--feed: invalid feed id \"\(text)\"; ids look like penn/dining") }
        return id
      })
  }

  /// Returns the name of a catalog for people, and whether it is a run in the store.
  private static func name(_ text: String) -> (name: String, isRun: Bool) {
    (InputFile.name(text), text != "-" && !FileManager.default.fileExists(atPath: text))
  }
}
