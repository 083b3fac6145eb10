public import OpeningHours

/// What has changed since an earlier run (`campus-diff/1`).
public struct ChangeList: Versioned {
  static let schema = "campus-diff/1"

  /// One of the two catalogs.
  public struct Edition: Codable, Sendable, Hashable {
    public let generatedAt: Instant
    public let contentHash: String
    public let entries: Int
  }

  /// An entry that has changed.
  public struct Item: Codable, Sendable, Hashable, Identifiable {
    public let id: String
    /// The id in the old catalog, if it was different.
    public let formerId: String?
    public let kind: EntryKind
    public let name: String?
    /// `added`, `gone`, `ended`, `id-changed` or `changed`.
    public let event: String
    /// `breaking`, `suspicious` or `routine`.
    public let rank: String
    public let changes: [Change]
  }

  public struct Change: Codable, Sendable, Hashable {
    /// A stable name, such as `hours.week`; the set is open.
    public let code: String
    public let field: String?
    public let rank: String
    /// Why it has a rank above routine.
    public let why: String?
    /// The change in words.
    public let text: String
  }

  public let old, new: Edition
  /// `same`, `different` or `not-comparable`.
  public let verdict: String
  /// The number of entries and campuses by the rank of their most severe change.
  public let summary: [String: Int]
  /// The most severe first.
  public let changes: [Item]
}
