import Aggregation
import ArgumentParser
import CampusCatalog
import FeedCore

/// Where the values of one entry come from.
struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell where the values of an entry come from: records, merges, corrections.",
    usage: """
      aggregate explain penn/dining/593 --sample
      aggregate explain gmu/whats-open/rac hours --replay DIR
      aggregate explain penn/dining/593 --catalog catalog.json
      aggregate explain penn/dining/593 --as-of 7d
      """)

  @Argument(help: ArgumentHelp("The id of an entry, or one of its aliases.", valueName: "id"))
  var id: String

  @Argument(help: ArgumentHelp("One field, such as name or location.address.", valueName: "field"))
  var field: String?

  @Option(help: ArgumentHelp("A catalog file; - is stdin.", valueName: "file"), completion: .file(extensions: ["json"]))
  var catalog: String?

  @Option(
    help: ArgumentHelp(
      "What the last run until then wrote, from the store: a time, an age such as 7d, or latest~1.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("The store that --as-of asks.", valueName: "file"), completion: .file())
  var store: String?

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var source: SourceOptions

  func validate() throws {
    if [catalog != nil, asOf != nil, source.isRecorded].count(where: { $0 }) > 1 {
      throw ValidationError("--catalog, --as-of, --sample and --replay exclude each other.")
    }
  }

  func run() async throws {
    guard let id = EntryID(id) else {
      throw Failure(.usage, "\"\(self.id)\" is no entry id; ids look like penn/dining/593")
    }
    let run = try await load()
    guard let entry = run.catalog.entry(id) else {
      let ids = run.catalog.entries.flatMap { [$0.id] + $0.aliases }.map(\.description)
      let near = NearMiss.of(id.description, among: ids).map { "; did you mean \($0)?" } ?? ""
      if let feed = run.catalog.feeds.first(where: { $0.id == id.feed }), !feed.outcome.isDelivered {
        throw Failure(.nothing, "no entry \(id): its feed is \(feed.outcome.rawValue) (\(feed.reason ?? "no reason given"))")
      }
      throw Failure(.nothing, "no entry \(id) among \(run.catalog.entries.count)\(near)")
    }
    let explanation = Explanation(of: entry, in: run.catalog, place: run.place)
    if let field, !explanation.knows(field) {
      let fields = explanation.fields
      let near = NearMiss.of(field, among: fields).map { "; did you mean \($0)?" } ?? "; it has \(fields.joined(separator: ", "))"
      throw Failure(.nothing, "\(entry.id) has no field \"\(field)\"\(near)")
    }
    if format == .json {
      try Console.write(explanation.json(field))
    } else {
      try Console.write(Console.visible(explanation.text(field)))
    }
  }

  private func load() async throws -> (catalog: Catalog, place: (EntryID) -> RecordPlace?) {
    guard let path = catalog else {
      let world = try World.current()
      if let asOf {
        let settings = try world.settings()
        let path = try LiveOptions.storePath(settings, world, flag: store)
        return (try await PastCatalog.read(asOf: asOf, source, store: path, world, settings).catalog, { _ in nil })
      }
      let run = try await source.run(world, try world.settings())
      return (try run.catalog, { run.place(of: $0) })
    }
    return (try CatalogFile.read(path), { _ in nil })
  }
}
