public import Adapters
public import CampusCatalog
public import Campuses
public import FeedKit
public import OpeningHours

/// The adapters, campuses and feeds of a run, with the links and corrections of their entries.
public struct Registry: Sendable {
  /// In the order of the list; the engine looks them up by id.
  public let adapters: [any FeedAdapter]
  /// Sorted by id.
  public internal(set) var campuses: [Campus]
  /// Sorted by id.
  public internal(set) var feeds: [Feed]
  public internal(set) var links: [EntryLink]
  public internal(set) var corrections: [Correction]

  /// Errors of built-in campus files; empty unless a file in Campuses/ is invalid.
  public private(set) var errors: [RegistryError] = []

  /// The built-in registry.
  ///
  /// - Parameter campuses: registry files by name, read in this order.
  public init(
    adapters: [any FeedAdapter] = BuiltInAdapters.all, campuses: [(name: String, text: String)] = BuiltInCampuses.files
  ) {
    self.adapters = adapters
    self.campuses = []
    feeds = []
    links = []
    corrections = []
    for file in campuses {
      do {
        try read(Array(file.text.utf8), file: "Campuses/\(file.name)")
      } catch {
        errors.append(error)
      }
    }
  }

  public func adapter(_ id: AdapterID) -> (any FeedAdapter)? { adapters.first { $0.manifest.id == id } }

  public func campus(_ id: CampusID) -> Campus? { campuses.first { $0.id == id } }

  public func feed(_ id: FeedID) -> Feed? { feeds.first { $0.id == id } }
}

/// Two or more entries that are the same place, or that are not.
public struct EntryLink: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable { case same, different }

  public let kind: Kind
  public let ids: [EntryID]

  public init(_ kind: Kind, _ ids: [EntryID]) {
    self.kind = kind
    self.ids = ids
  }
}

/// Values that override every feed, until a date.
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
