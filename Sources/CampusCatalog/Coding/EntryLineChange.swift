/// A difference between two lists of entry lines.
package struct EntryLineChange: Sendable, Hashable {
  /// How a line differs.
  package enum Kind: String, Sendable { case added, changed, gone }

  /// The id of the entry.
  package let id: EntryID
  /// How its line differs.
  package let kind: Kind
  /// The line without its line feed: the new line, or the old one if the entry is gone.
  package let line: [UInt8]
}
