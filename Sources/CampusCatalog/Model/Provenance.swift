public import OpeningHours

/// Where one field of a merged or corrected entry comes from, and which values it was preferred to.
public struct Provenance: Sendable, Hashable {
  /// Who gave a value.
  public enum Origin: Sendable, Hashable {
    /// The entry of a feed, by the id it had before the merge.
    case entry(EntryID)
    /// A correction of a registry file.
    case correction
  }

  /// A value from another source that the entry does not have.
  public struct Loser: Sendable, Hashable {
    /// The entry that gave the value, by the id it had before the merge.
    public let from: EntryID
    /// The value as canonical JSON text.
    public let value: String

    public init(from: EntryID, value: String) {
      self.from = from
      self.value = value
    }
  }

  /// The key of the field in a catalog: "hours".
  public let field: String
  /// Who gave the value that the entry has.
  public let origin: Origin
  /// For a correction: the reason, and the last day it holds.
  public let because: String?
  public let until: LocalDate?
  /// Sorted by strength, the strongest first. Empty if no other source had a value.
  public let over: [Loser]

  public init(field: String, origin: Origin, because: String? = nil, until: LocalDate? = nil, over: [Loser]) {
    self.field = field
    self.origin = origin
    self.because = because
    self.until = until
    self.over = over
  }
}
