/// How the entries of two catalogs are paired.
public enum EntryMatching: String, Sendable, Hashable, CaseIterable {
  /// By id, then by aliases. Places that are left are paired if they have the same or a similar name, building or position, and hours, or
  /// if most ids of their feed are different and the name is the same or similar (`SimilarNames`).
  case id
  /// By name within a feed, then by id; the rest by similar names.
  case name
}
