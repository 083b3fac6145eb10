import Aggregation
import ArgumentParser
import CampusCatalog
import FeedCore

/// Where the values of one entry come from.
struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell where the values of an entry come from: records, merges, corrections.",
    usage: """
      aggregate explain penn/dining/593
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

  @Option(help: ArgumentHelp("The store that is asked.", valueName: "file"), completion: .file())
  var store: String?

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var source: SourceOptions

  func validate() throws {
    if [catalog != nil, asOf != nil, source.isRecorded].count(where: { $0 }) > 1 {
      throw ValidationError("--catalog, --as-of, --sample and --replay exclude each other.")
    }
    if store != nil, catalog != nil || source.isRecorded {
      throw ValidationError("--store is not asked with --catalog, --sample and --replay.")
    }
  }

  func run() async throws {
    guard let id = EntryID(id) else {
      throw Failure(.usage, "\"\(self.id)\" is no entry id; ids look like penn/dining/593")
    }
    let source = try await load()
    guard let entry = source.catalog.entry(id) else { throw Self.missing(id, in: source.catalog) }
    let places = try await source.places(entry)
    let explanation = Explanation(of: entry, in: source.catalog, places: places)
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

  /// What is explained, and what finds where the records of an entry stood.
  private struct Loaded {
    let catalog: Catalog
    var places: (Entry) async throws(Failure) -> [EntryID: RecordPlace] = { (_) async throws(Failure) in [:] }
  }

  private func load() async throws -> Loaded {
    if let catalog { return Loaded(catalog: try CatalogFile.read(catalog)) }
    let world = try World.current()
    let settings = try world.settings()
    if source.isRecorded {
      let run = try await source.run(world, settings)
      return Loaded(catalog: try run.catalog) { (entry) async throws(Failure) in run.places(of: entry) }
    }
    let path = try LiveOptions.storePath(settings, world, flag: store)
    let catalog: Catalog
    if let asOf {
      catalog = try await PastCatalog.read(asOf: asOf, source, store: path, world, settings).catalog
    } else {
      catalog = try await StoredCatalog(path: path, world: world).delivered(try source.choose(settings)).catalog
    }
    let registry = try source.registry(settings)
    return Loaded(catalog: catalog) { (entry) async throws(Failure) in
      guard let store = try StoredCatalog.open(path) else { return [:] }
      return await StoredReplies(store: store, registry: registry).places(of: entry, catalog.feeds)
    }
  }

  private static func missing(_ id: EntryID, in catalog: Catalog) -> Failure {
    if let feed = catalog.feeds.first(where: { $0.id == id.feed }), !feed.outcome.isDelivered, feed.outcome != .stale {
      return Failure(.nothing, "no entry \(id): its feed is \(feed.outcome.rawValue) (\(feed.reason ?? "no reason given"))")
    }
    let ids = catalog.entries.flatMap { [$0.id] + $0.aliases }.map(\.description)
    let near = NearMiss.of(id.description, among: ids).map { "; did you mean \($0)?" } ?? ""
    return Failure(.nothing, "no entry \(id) among \(catalog.entries.count)\(near)")
  }
}
