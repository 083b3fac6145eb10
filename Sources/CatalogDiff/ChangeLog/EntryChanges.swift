public import CampusCatalog
package import OpeningHours

/// The changes of one entry between two catalogs.
public struct EntryChanges: Sendable, Hashable {
  public enum Event: String, Sendable, Hashable, CaseIterable {
    case added
    case gone
    /// The entry is an event, alert or menu whose time is over, and is no longer in the catalog.
    case ended
    case renumbered = "id-changed"
    case changed
  }

  /// The id in the new catalog, or in the old one for an entry that is gone.
  public let id: EntryID
  public let feed: FeedID
  /// The id in the old catalog, if it differs.
  public let formerID: EntryID?
  /// The kind in the new catalog, or in the old one for an entry that is gone.
  public let kind: Entry.Kind
  /// The name in the new catalog, or in the old one for an entry that is gone. Nil for quotes and menus.
  public let name: String?
  public let event: Event
  /// What a menu is of; nil for other entries.
  let subject: String?
  /// The address of a page about the entry; nil if unknown.
  public let page: String?
  /// The address of its feed; nil if unknown.
  public let source: String?
  /// The changes, at least one; the highest rank first.
  public internal(set) var changes: [Change]
  /// The SHA-256 of both canonical lines: the same change has the same fingerprint in all catalogs.
  let fingerprint: [UInt8]

  /// The highest rank of the changes.
  public var rank: Change.Rank { changes.map(\.rank).max() ?? .routine }

  public var campus: CampusID { feed.campus }

  /// Sorts by rank, the highest first, then by campus, name and id.
  static func areInOrder(_ left: Self, _ right: Self) -> Bool {
    if left.rank != right.rank { return left.rank > right.rank }
    if left.campus != right.campus { return left.campus < right.campus }
    return left.title != right.title ? left.title.utf8.lexicographicallyPrecedes(right.title.utf8) : left.id < right.id
  }

  /// The name as one line, "Menu of Commons, Sat 21 Nov 2026, Lunch" for a menu, or else the id.
  public var title: String { name.flatMap { PlainText.line($0) } ?? subject ?? id.description }
}

extension Menu {
  /// Returns a title for people: "Menu of Commons, Sat 21 Nov 2026, Lunch", without a meal that is not known.
  package func title(of place: String, _ style: RegionalStyle) -> String {
    let kind = meal.kind == .other ? nil : meal.kind.rawValue
    return ["Menu of \(place)", style.date(date), meal.name.flatMap { PlainText.line($0) } ?? kind].compactMap(\.self).joined(
      separator: ", ")
  }
}
