public import OpeningHours

/// The contents of a catalog, ready to be written: its entries are values or encoded lines.
public struct CatalogParts: Sendable {
  public let generatedAt: Instant
  /// Sorted by id.
  public let campuses: [Campus]
  /// Sorted by id.
  public let feeds: [FeedReport]
  /// The entries, in parts sorted by the ids of their entries.
  public let parts: [Part]
  /// The `contentHash` of the catalog, if it is known already.
  package var contentHash: String?

  /// The entries of one campus.
  public enum Part: Sendable {
    /// Entries sorted by id.
    case entries([Entry])
    case lines(LazyEntryLines)

    package var count: Int {
      switch self {
      case .entries(let entries): entries.count
      case .lines(let lines): lines.count
      }
    }
  }

  /// Creates the contents of a catalog from parts.
  ///
  /// - Parameters:
  ///   - parts: the entries of each campus. Campuses may be in any order, but all entries of a campus must be in one part.
  ///   - contentHash: the `contentHash` of the catalog, if it is known already. It is not verified.
  public init(
    generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], parts: [(campus: CampusID, part: Part)], contentHash: String? = nil
  ) {
    self.generatedAt = generatedAt
    self.campuses = campuses.sorted { $0.id < $1.id }
    // The reports of a run are sorted already, and large to copy.
    self.feeds = zip(feeds, feeds.dropFirst()).allSatisfy { $0.id < $1.id } ? feeds : feeds.sorted { $0.id < $1.id }
    self.parts = Self.inOrder(parts, of: \.campus).lazy.map(\.part).filter { $0.count > 0 }
    self.contentHash = contentHash
  }

  /// Sorts values that belong to campuses in the order of the entries of these campuses. Values of the same campus keep their order.
  ///
  /// An entry id begins with the campus and a slash, so this is not the order of the campus ids.
  package static func inOrder<Value>(_ values: [Value], of campus: (Value) -> CampusID) -> [Value] {
    // The parts of a run are in this order already.
    if zip(values, values.dropFirst()).allSatisfy({ "\(campus($0))/" < "\(campus($1))/" }) { return values }
    let keys = values.map { "\(campus($0))/" }
    return values.indices.sorted { keys[$0] < keys[$1] }.map { values[$0] }
  }

  /// Creates the contents of a catalog as one part.
  public init(_ catalog: Catalog) {
    generatedAt = catalog.generatedAt
    campuses = catalog.campuses
    feeds = catalog.feeds
    parts = catalog.entries.isEmpty ? [] : [.entries(catalog.entries)]
  }

  public var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// - Throws: any error from loading or decoding lines.
  public func catalog() throws -> Catalog {
    var entries: [Entry] = []
    for part in parts {
      switch part {
      case .entries(let some): if entries.isEmpty { entries = some } else { entries += some }
      case .lines(let lines): entries += try lines.lines().entries()
      }
    }
    return Catalog(generatedAt: generatedAt, campuses: campuses, feeds: feeds, entries: entries)
  }

  /// Returns the entries that have an id as theirs or as an alias, without decoding most others.
  ///
  /// - Throws: any error from loading or decoding lines.
  package func entries(with id: EntryID) throws -> [Entry] {
    var found: [Entry] = []
    for part in parts {
      switch part {
      case .entries(let entries): found += entries.filter { $0.id == id || $0.aliases.contains(id) }
      case .lines(let lines): found += try lines.lines().entries(with: id)
      }
    }
    return found
  }
}
