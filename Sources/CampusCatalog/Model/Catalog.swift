public import OpeningHours

/// A normalized catalog of campuses: their places, events, alerts, quotes and menus, and reports about the feeds they come from.
///
///     let catalog = try CatalogReader.read(bytes)
///     for entry in catalog.entries where entry.kind == .place {
///       print(entry.name ?? "", entry.place?.category.rawValue ?? "")
///     }
public struct Catalog: Sendable, Hashable {
  /// The name and version of the catalog format.
  public static let schema = "campus-catalog/1"

  public let generatedAt: Instant
  /// The campuses, sorted by id.
  public let campuses: [Campus]
  /// A report for each selected feed, sorted by id.
  public let feeds: [FeedReport]
  /// The entries of all campuses, sorted by id.
  public let entries: [Entry]

  /// Creates a catalog from lists in any order. Ids should be unique; values with equal ids keep their order.
  public init(generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], entries: [Entry]) {
    self.generatedAt = generatedAt
    self.campuses = campuses.sorted { $0.id < $1.id }
    self.feeds = feeds.sorted { $0.id < $1.id }
    self.entries = Self.sorted(entries)
  }

  /// Returns entries sorted by id. Sorts indices, because entries are expensive to move.
  package static func sorted(_ entries: [Entry]) -> [Entry] {
    if isSorted(entries.span) { return entries }
    return entries.indices.sorted { entries[$0].id < entries[$1].id }.map { entries[$0] }
  }

  private static func isSorted(_ entries: Span<Entry>) -> Bool {
    for index in entries.indices.dropFirst() where entries[index].id < entries[index &- 1].id { return false }
    return true
  }

  /// Returns the entry with this id or alias; nil if there is none.
  public func entry(_ id: EntryID) -> Entry? {
    entries.first { $0.id == id } ?? entries.first { $0.aliases.contains(id) }
  }
}
