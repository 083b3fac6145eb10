public import Adapters
public import CampusCatalog
public import FeedKit
import OpeningHours
import SimdJSON

/// The adapters, campuses and feeds of a run, with the links and corrections of their entries.
public struct Registry: Sendable {
  /// The adapters, in the order of `BuiltInAdapters`.
  public let adapters: [any FeedAdapter]
  /// The campuses, sorted by id.
  public internal(set) var campuses: [Campus] = []
  /// The feeds, sorted by id, including disabled ones.
  public internal(set) var feeds: [Feed] = []
  /// The adapters that belong to a single feed, made from a mapping or a command.
  public internal(set) var feedAdapters: [FeedID: any FeedAdapter] = [:]
  /// The user's trust in files whose headers have variables of the environment, by feed; without one, a feed is trusted.
  public var headerTrust: [FeedID: any FeedTrust] = [:]
  /// The limits on the servers of each feed: headers and programs are only for those that their own registry file names.
  var protections: [FeedID: FeedProtection] = [:]
  /// The last protection of feeds without limits.
  var unlimited: FeedProtection?
  /// The cities of campuses.
  public internal(set) var cities: [CampusID: String] = [:]
  /// Where the addresses of feeds were found.
  var evidence: [FeedID: [FeedEvidence]] = [:]
  var links: [EntryLink] = []
  /// Corrections in the order in which they are applied.
  var corrections: [Correction] = []

  /// The feeds of built-in campuses that are only read if they, or their campuses, are selected. A feed for which a registry file states an
  /// adapter and addresses is not one of them.
  public internal(set) var optionalFeeds: Set<FeedID> = []
  /// The files of built-in campuses that have not been parsed, because nothing has named their campuses yet.
  var unread: [CampusID: BuiltInCampuses.File] = [:]

  /// What users should know about the registry files that were added: each a sentence that begins with the name of the file.
  public internal(set) var notes: [String] = []

  /// Errors of built-in campus files; empty unless a file in Campuses/ is invalid.
  public private(set) var errors: [FileError] = []

  /// Creates the built-in registry with the standard campuses. `include` adds others.
  ///
  /// - Parameter campuses: the files of all built-in campuses.
  public init(adapters: [any FeedAdapter] = BuiltInAdapters.all, campuses: [BuiltInCampuses.File] = BuiltInCampuses.files) {
    self.adapters = adapters
    unread = Dictionary(campuses.map { ($0.campus, $0) }) { first, _ in first }
    include(BuiltInCampuses.standard)
  }

  /// Parses the files of built-in campuses, so that their feeds are read like those of the standard campuses. Other ids are ignored.
  public mutating func include(_ campuses: some Sequence<CampusID>) {
    let included = Set(campuses)
    parse(included)
    if !optionalFeeds.isEmpty { optionalFeeds = optionalFeeds.filter { !included.contains($0.campus) } }
  }

  /// The campuses of the registry, and all built-in ones, sorted by id. All their files are parsed.
  public var allCampuses: [Campus] { including(RunSelection(campuses: Array(unread.keys))).campuses }

  /// Returns the registry with the built-in campuses that a selection names.
  public func including(_ selection: RunSelection) -> Registry {
    var registry = self
    registry.include(selection.campuses + selection.feeds.map(\.campus))
    return registry
  }

  /// Parses the files of built-in campuses that have not been parsed yet. Their feeds are optional. Invalid files are added to `errors`.
  mutating func parse(_ campuses: Set<CampusID>) {
    for id in unread.keys.filter(campuses.contains).sorted() {
      guard let file = unread.removeValue(forKey: id) else { continue }
      do {
        try read(Array(file.text.utf8), file: file.path, open: BuiltInCampuses.open)
        optionalFeeds.formUnion(feeds.lazy.map(\.id).filter { $0.campus == id })
      } catch {
        errors.append(error)
      }
    }
  }

  /// The ids of the campuses of the registry, those that its catalogs may deliver, and all built-in ones.
  public var campusIDs: Set<CampusID> { Set(campuses.map(\.id) + feeds.flatMap(\.campuses)).union(unread.keys) }

  public func adapter(_ id: AdapterID) -> (any FeedAdapter)? { adapters.first { $0.manifest.id == id } }

  /// Returns the adapter of a feed: its own, or the built-in one that it names.
  public func adapter(of feed: Feed) -> (any FeedAdapter)? { feedAdapters[feed.id] ?? adapter(feed.adapter) }

  /// Returns a registry in which all feeds with an adapter's id have this adapter.
  public func replacing(_ adapter: any FeedAdapter) -> Registry {
    var registry = self
    for feed in feeds where feed.adapter == adapter.manifest.id { registry.feedAdapters[feed.id] = adapter }
    return registry
  }

  /// Returns a registry whose catalogs leave out what came through the catalog that is made with it.
  ///
  /// - Parameter url: the public address of that catalog, or of the folder that it is in; nil if it is not known.
  public func published(at url: WebAddress?) -> Registry {
    guard let url else { return self }
    var registry = self
    for index in feeds.indices where feeds[index].readsCatalogs { registry.feeds[index] = feeds[index].with(publicURL: url) }
    return registry
  }

  /// Returns whether the registry has a campus, or a catalog that may deliver it.
  package func mayHave(_ id: CampusID) -> Bool { campusIDs.contains(id) }

  /// Returns whether the registry has a feed, or a catalog that may deliver it.
  package func mayHave(_ id: FeedID) -> Bool { feed(id) != nil || feeds.contains { $0.mayDeliver(id) } }

  /// Returns a campus of the registry, or any built-in one.
  public func campus(_ id: CampusID) -> Campus? { campuses.first { $0.id == id } ?? parsing(id)?.campuses.first { $0.id == id } }

  /// Returns a feed of the registry, or of any built-in campus.
  public func feed(_ id: FeedID) -> Feed? { feeds.first { $0.id == id } ?? parsing(id.campus)?.feeds.first { $0.id == id } }

  /// Returns where the addresses of a feed were found, also of a built-in one.
  public func evidence(of id: FeedID) -> [FeedEvidence] { evidence[id] ?? parsing(id.campus)?.evidence[id] ?? [] }

  /// Returns the registry with the built-in campus of an id; nil if it has that campus already, or the campus is not built in.
  private func parsing(_ id: CampusID) -> Registry? {
    guard unread[id] != nil else { return nil }
    var registry = self
    registry.parse([id])
    return registry
  }
}

/// A declaration about two or more entries.
struct EntryLink: Sendable {
  /// What the entries are.
  enum Kind: Sendable {
    case same, different
    /// The first is the place that serves the menus of the others, which need not be entries.
    case place
  }

  let kind: Kind
  /// At least two ids of entries of one campus.
  let ids: [EntryID]
}

/// Values that override all feeds, until a date.
struct Correction: Sendable {
  /// The id of the entry, or one of its aliases.
  let id: EntryID
  /// The fields that change, in the order of the catalog.
  let fields: [Entry.Field]
  /// An entry with the new values of these fields, except hours.
  let values: Entry
  /// Layers of hours. They are added to the feed's layers if all are `manual`, and replace them otherwise.
  let layers: [Layer]
  /// The zone of the hours; nil for the zone of the place's hours.
  let zone: Zone?
  /// The last day on which the correction is in force, in the campus's zone; nil if it does not expire.
  let until: LocalDate?
  /// The reason for the correction.
  let because: String
  /// The correction as JSON text, without white space.
  let text: String
}

/// The JSON Schema (2020-12) of registry files.
///
/// The fields of facts and corrections that are lines of text, and the list of all fields of corrections, come from the table of entry
/// fields, all others from the file in `Sources/Aggregation/Schema`.
public enum RegistrySchema {
  public static var bytes: [UInt8] { tree.schemaBytes }

  private static let tree: JSONTree = {
    let lines = JSONTree.object(Place.lines.map { ("\($0.key)", .reference("line")) })
    let fields = Correction.correctable.map { JSONTree.object([("required", .array([.string($0.rawValue)]))]) }
    let definitions = JSONTree.object([
      ("entryFacts", .object([("properties", lines)])), ("correction", .object([("anyOf", .array(fields)), ("properties", lines)])),
    ])
    return JSONTree(embedded: EmbeddedFiles.bytes(of: "Schema/registry-1.schema.json")).merged(with: .object([("$defs", definitions)]))
  }()
}
