public import OpeningHours

/// One normalized catalog. The lists are sorted by the bytes of their ids.
public struct Catalog: Sendable, Hashable {
  /// The name and version of the format, the first value in every catalog.
  public static let schema = "campus-catalog/1"

  /// When the catalog was made.
  public let generatedAt: Instant
  /// Sorted by id.
  public let campuses: [Campus]
  /// A report for each feed that was selected, sorted by id.
  public let feeds: [FeedReport]
  /// The entries of all campuses, sorted by id.
  public let entries: [Entry]

  /// Lists in any order. Ids should be unique; of equal ids the order is that of the list.
  public init(generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], entries: [Entry]) {
    self.generatedAt = generatedAt
    self.campuses = campuses.sorted { $0.id < $1.id }
    self.feeds = feeds.sorted { $0.id < $1.id }
    self.entries = Self.sorted(entries)
  }

  /// Entries are large: sorts their places, and moves them once, or not at all.
  package static func sorted(_ entries: [Entry]) -> [Entry] {
    if isSorted(entries.span) { return entries }
    let order = entries.indices.sorted { left, right in
      entries[left].id != entries[right].id ? entries[left].id < entries[right].id : left < right
    }
    return order.map { entries[$0] }
  }

  private static func isSorted(_ entries: Span<Entry>) -> Bool {
    for index in entries.indices.dropFirst() where entries[index].id < entries[index &- 1].id { return false }
    return true
  }

  /// The entry with this id or alias.
  public func entry(_ id: EntryID) -> Entry? {
    entries.first { $0.id == id } ?? entries.first { $0.aliases.contains(id) }
  }
}
