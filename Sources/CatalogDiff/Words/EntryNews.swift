public import CampusCatalog

/// The changes of one entry.
public struct EntryNews: Sendable, Hashable {
  /// What became of the entry as a whole.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    case added
    /// It is no longer in the catalog.
    case gone
    /// An event or alert whose time is over is no longer in the catalog.
    case ended
    /// The same thing has a new id.
    case renumbered = "id-changed"
    case changed
  }

  /// The id in the new catalog, or in the old one for an entry that is gone.
  public let id: EntryID
  /// The feed of the id.
  public let feed: FeedID
  /// Its id in the old catalog, if that differs.
  public let formerID: EntryID?
  /// The kind of the entry.
  public let kind: Entry.Kind
  /// Nil for quotes.
  public let name: String?
  /// The feeds whose records it was made of, in either catalog.
  let sources: Set<FeedID>
  /// What happened to the entry as a whole.
  public let event: Event
  /// At least one; the gravest first.
  public internal(set) var changes: [Change]
  /// SHA-256 of both canonical lines: the same news has the same mark, in whatever catalogs it is found.
  let mark: [UInt8]

  /// The gravest rank of its changes.
  public var rank: Change.Rank { changes.map(\.rank).max() ?? .routine }

  /// The campus of the feed.
  public var campus: CampusID { feed.campus }

  /// For people: its name, else its id.
  public var title: String { name.flatMap { PlainText.line($0) } ?? id.description }
}
