public import CampusCatalog
public import OpeningHours

/// An entry that somebody marked to find it again.
public struct Favorite: Sendable, Hashable {
  /// The id that the entry had then; it may be an alias of another entry by now, or gone.
  public let id: EntryID
  /// The entry's name then, for when it is gone.
  public let name: String?
  public let addedAt: Instant

  public init(id: EntryID, name: String?, addedAt: Instant) {
    self.id = id
    self.name = name
    self.addedAt = addedAt
  }
}
