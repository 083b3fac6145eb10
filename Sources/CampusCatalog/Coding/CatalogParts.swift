public import OpeningHours

/// A catalog whose entries may still be lines: what a run gives to a writer.
public struct CatalogParts: Sendable {
  /// When the catalog was made.
  public let generatedAt: Instant
  /// Sorted by id.
  public let campuses: [Campus]
  /// Sorted by id.
  public let feeds: [FeedReport]
  /// In the order of their entries' ids.
  public let parts: [Part]
  /// The `contentHash` of the catalog, where it is known without hashing.
  package var contentHash: String?

  /// The entries of one campus.
  public enum Part: Sendable {
    /// Sorted by id.
    case entries([Entry])
    case lines(EntryLines)
    /// Those of a store, which are read when they are needed.
    case kept(LazyEntryLines)

    var count: Int {
      switch self {
      case .entries(let entries): entries.count
      case .lines(let lines): lines.count
      case .kept(let lines): lines.count
      }
    }

    /// Bytes of lines; nil for entries.
    var size: Int? {
      switch self {
      case .entries: nil
      case .lines(let lines): lines.bytes.count
      case .kept(let lines): lines.size
      }
    }
  }

  /// - Parameter parts: of each campus the entries, in any order of campuses; all ids of one campus are in one part.
  public init(generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], parts: [(campus: CampusID, part: Part)]) {
    self.init(generatedAt: generatedAt, campuses: campuses, feeds: feeds, parts: parts, contentHash: nil)
  }

  package init(
    generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], parts: [(campus: CampusID, part: Part)], contentHash: String?
  ) {
    self.generatedAt = generatedAt
    self.campuses = campuses.sorted { $0.id < $1.id }
    self.feeds = feeds.sorted { $0.id < $1.id }
    self.parts = Self.inOrder(parts.filter { $0.part.count > 0 }, of: \.campus).map(\.part)
    self.contentHash = contentHash
  }

  /// What belongs to campuses in the order of their entries: ids begin with the campus and a slash, so the ids of a campus are
  /// adjacent. Several parts of one campus keep their order.
  package static func inOrder<Value>(_ values: [Value], of campus: (Value) -> CampusID) -> [Value] {
    let keys = values.map { "\(campus($0))/" }
    return values.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }.map { values[$0] }
  }

  /// A whole catalog as one part.
  public init(_ catalog: Catalog) {
    generatedAt = catalog.generatedAt
    campuses = catalog.campuses
    feeds = catalog.feeds
    parts = catalog.entries.isEmpty ? [] : [.entries(catalog.entries)]
  }

  /// How many entries there are in all parts.
  public var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Bytes of those entries that are lines already: what is written of the catalog has at least so many.
  public var size: Int { parts.reduce(0) { $0 + ($1.size ?? 0) } }

  /// The catalog with all its entries read.
  ///
  /// - Throws: what reading lines throws.
  public func catalog() throws -> Catalog {
    var entries: [Entry] = []
    for part in parts {
      switch part {
      case .entries(let some): if entries.isEmpty { entries = some } else { entries += some }
      case .lines(let lines): entries += try lines.entries()
      case .kept(let lines): entries += try lines.lines().entries()
      }
    }
    return Catalog(generatedAt: generatedAt, campuses: campuses, feeds: feeds, entries: entries)
  }
}
