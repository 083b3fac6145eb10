public import CampusCatalog

/// What is new of one entry.
public struct EntryNews: Sendable, Hashable {
  /// What became of the entry as a whole.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    case added
    /// It is not there any more.
    case gone
    /// An event or an alert whose time is over is not there any more.
    case ended
    /// The same thing has another id.
    case renumbered = "id-changed"
    case changed
  }

  /// In the new catalog; of what is gone, in the old one.
  public let id: EntryID
  public let feed: FeedID
  /// Its id in the old catalog, where that is another one.
  public let formerID: EntryID?
  public let kind: Entry.Kind
  /// Nil for quotes.
  public let name: String?
  /// The feeds whose records it was made of, in either catalog.
  let sources: Set<FeedID>
  public let event: Event
  /// At least one; the gravest first.
  public internal(set) var changes: [Change]
  /// SHA-256 of both canonical lines: the same news has the same mark, in whatever catalogs it is found.
  let mark: [UInt8]

  public var rank: Change.Rank { changes.map(\.rank).max() ?? .routine }

  public var campus: CampusID { feed.campus }

  /// For people: its name, else its id.
  public var title: String { name.flatMap { PlainText.line($0) } ?? id.description }
}
