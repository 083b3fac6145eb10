public import Adapters
public import CampusCatalog
public import Campuses
public import FeedKit
public import OpeningHours

/// The adapters, campuses and feeds of a run, with the links and corrections of their entries.
public struct Registry: Sendable {
  /// The adapters, in the order of `BuiltInAdapters`.
  public let adapters: [any FeedAdapter]
  /// The campuses, sorted by id.
  public internal(set) var campuses: [Campus]
  /// The feeds, sorted by id, including disabled ones.
  public internal(set) var feeds: [Feed]
  /// Declarations that entries are the same place, or different places.
  public internal(set) var links: [EntryLink]
  /// Corrections in the order in which they are applied.
  public internal(set) var corrections: [Correction]

  /// Errors of built-in campus files; empty unless a file in Campuses/ is invalid.
  public private(set) var errors: [RegistryError] = []

  /// Creates the built-in registry.
  ///
  /// - Parameter campuses: registry files by name, read in this order. Invalid files are skipped and added to `errors`.
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

/// A declaration that two or more entries are the same place, or different places.
public struct EntryLink: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable { case same, different }

  public let kind: Kind
  /// At least two ids of entries of one campus.
  public let ids: [EntryID]

  public init(_ kind: Kind, _ ids: [EntryID]) {
    self.kind = kind
    self.ids = ids
  }
}

/// Values that override all feeds, until a date.
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
    /// Layers of hours. They are added to the feed's layers if all are `manual`, and replace them otherwise. Without a zone, they are in
    /// the zone of the place's hours.
    case hours([Layer], Zone?)
    case contact(Contact)
    case links([Link])
    case images([Image])
  }

  /// The id of the entry, or one of its aliases.
  public let id: EntryID
  /// The values, in the order of the catalog's fields.
  public let changes: [Change]
  /// The last day on which the correction is in force, in the campus's zone; nil if it does not expire.
  public let until: LocalDate?
  /// The reason for the correction.
  public let because: String

  public init(_ id: EntryID, _ changes: [Change], until: LocalDate?, because: String) {
    self.id = id
    self.changes = changes
    self.until = until
    self.because = because
  }
}
