/// An entry that differs between two catalogs, or is in only one of them.
public struct EntryDifference: Sendable, Hashable {
  /// The entry in one of the two catalogs.
  public struct Side: Sendable, Hashable {
    /// Its canonical JSON, without a line feed.
    public let line: [UInt8]
    /// Its index among the entries of its file, from 0.
    public let index: Int

    init(_ entry: EntryLine) {
      line = Array(entry.bytes)
      index = entry.index
    }
  }

  /// Nil for an entry that only the new catalog has.
  public let old: Side?
  /// Nil for an entry that only the old catalog has.
  public let new: Side?
}
