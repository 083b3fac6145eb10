public import CampusCatalog
public import OpeningHours

/// An entry that the user marked as a favorite.
public struct Favorite: Sendable, Hashable {
  /// The id when the entry was marked. By now it may be an alias of another entry, or gone.
  public let id: EntryID
  /// The name when the entry was marked, to show if the entry is gone. Nil if it had none.
  public let name: String?
  /// When the entry was marked.
  public let addedAt: Instant

  public init(id: EntryID, name: String?, addedAt: Instant) {
    self.id = id
    self.name = name
    self.addedAt = addedAt
  }
}
