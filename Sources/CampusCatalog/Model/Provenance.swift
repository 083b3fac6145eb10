public import OpeningHours

/// The source of one field of a merged or corrected entry, with the values of other sources.
public struct Provenance: Sendable, Hashable {
  public enum Origin: Sendable, Hashable {
    /// An entry of a feed, by its id before the merge.
    case entry(EntryID)
    /// A correction in a registry file.
    case correction
  }

  /// A value that was not used, because another source has priority.
  public struct OverriddenValue: Sendable, Hashable {
    /// The entry that has the value, by its id before the merge.
    public let from: EntryID
    /// The value as canonical JSON.
    public let value: String

    public init(from: EntryID, value: String) {
      self.from = from
      self.value = value
    }
  }

  /// The key of the field in a catalog, such as "hours", or of a part, such as "location.address".
  public let field: String
  public let origin: Origin
  /// The reason for a correction.
  public let because: String?
  /// The last day on which a correction applies; nil if it does not expire.
  public let until: LocalDate?
  /// The values that were not used, the one with the highest priority first.
  public let overridden: [OverriddenValue]

  public init(field: String, origin: Origin, because: String? = nil, until: LocalDate? = nil, overridden: [OverriddenValue]) {
    self.field = field
    self.origin = origin
    self.because = because
    self.until = until
    self.overridden = overridden
  }
}

/// A reference to the feed record that an entry comes from.
public struct SourceReference: Sendable, Hashable, Comparable {
  public let feed: FeedID
  /// The feed's own key for the record, not escaped.
  public let record: String

  public init(feed: FeedID, record: String) {
    self.feed = feed
    self.record = record
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.feed != right.feed ? left.feed < right.feed : left.record.utf8.lexicographicallyPrecedes(right.record.utf8)
  }
}

extension Entry {
  /// The id of the feed's record that the hours come from; nil if they are corrected.
  public var recordOfHours: EntryID? {
    switch provenance.first(where: { $0.field == Field.hours.rawValue })?.origin {
    case .correction: nil
    case .entry(let id): id
    case nil: id
    }
  }
}
