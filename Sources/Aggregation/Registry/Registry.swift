public import CampusCatalog
public import FeedCore
public import OpeningHours

/// What there is to aggregate: adapters, campuses, feeds, and what people decided about their entries.
public struct Registry: Sendable {
  /// In the order of the list; the engine looks them up by id.
  public let adapters: [any FeedAdapter]
  /// Sorted by id.
  public internal(set) var campuses: [Campus]
  /// Sorted by id.
  public internal(set) var feeds: [Feed]
  public internal(set) var links: [EntryLink]
  public internal(set) var corrections: [Correction]

  /// The registry that is built in: the adapters' default feeds on the given campuses.
  public init(adapters: [any FeedAdapter] = BuiltInAdapters.all, campuses: [Campus] = BuiltInCampuses.all) {
    self.adapters = adapters
    self.campuses = campuses.sorted { $0.id < $1.id }
    var feeds: [Feed] = []
    for manifest in adapters.map(\.manifest) {
      for feed in manifest.defaultFeeds {
        guard let campus = campuses.first(where: { $0.id == feed.id.campus }) else { continue }
        feeds.append(
          Feed(id: feed.id, campus: campus, adapter: manifest.id, addresses: feed.addresses, cadence: manifest.cadence))
      }
    }
    self.feeds = feeds.sorted { $0.id < $1.id }
    links = []
    corrections = []
  }

  public func adapter(_ id: AdapterID) -> (any FeedAdapter)? { adapters.first { $0.manifest.id == id } }

  public func campus(_ id: CampusID) -> Campus? { campuses.first { $0.id == id } }

  public func feed(_ id: FeedID) -> Feed? { feeds.first { $0.id == id } }
}

/// Two or more entries that somebody knows to be one place, or not to be.
public struct EntryLink: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable { case same, different }

  public let kind: Kind
  public let ids: [EntryID]

  public init(_ kind: Kind, _ ids: [EntryID]) {
    self.kind = kind
    self.ids = ids
  }
}

/// What somebody knows better than every feed, for a while.
public struct Correction: Sendable, Hashable {
  /// A value for a field.
  public enum Change: Sendable, Hashable {
    case name(String)
    case category(CampusCatalog.Category)
    case categoryLabel(String)
    case tags([String])
    case labels([String])
    case description(String)
    case notice(String)
    case location(Location)
    /// Layers that are all `manual` are laid over the feed's; any others replace them.
    /// Without a zone, they are in the zone of the place.
    case hours([Layer], Zone?)
    case contact(Contact)
    case links([Link])
    case images([Image])
  }

  public let id: EntryID
  /// In the order of the catalog's fields.
  public let changes: [Change]
  /// The last day it holds, in the campus's zone; nil: for good.
  public let until: LocalDate?
  public let because: String

  public init(_ id: EntryID, _ changes: [Change], until: LocalDate?, because: String) {
    self.id = id
    self.changes = changes
    self.until = until
    self.because = because
  }
}
