public import CampusCatalog

/// The part of a change log that someone asked for. An empty set of campuses, feeds, kinds or ranks does not restrict.
public struct ChangeFilter: Sendable, Hashable {
  public var campuses: Set<CampusID>
  public var feeds: Set<FeedID>
  public var kinds: Set<Entry.Kind>
  public var ranks: Set<Change.Rank>
  /// Only entries with one of these ids or former ids, and remarks on their feeds; nil for all.
  public var ids: Set<EntryID>?

  public init(
    campuses: Set<CampusID> = [], feeds: Set<FeedID> = [], kinds: Set<Entry.Kind> = [], ranks: Set<Change.Rank> = [],
    ids: Set<EntryID>? = nil
  ) {
    (self.campuses, self.feeds, self.kinds, self.ranks, self.ids) = (campuses, feeds, kinds, ranks, ids)
  }

  /// Whether nothing is left out.
  public var isEmpty: Bool { campuses.isEmpty && feeds.isEmpty && kinds.isEmpty && ranks.isEmpty && ids == nil }

  /// The names of the sets that restrict, and their sorted values.
  var lists: [(name: StaticString, values: [String])] {
    let sets: [(name: StaticString, values: [String])] = [
      ("campuses", campuses.map(\.description).sorted()), ("feeds", feeds.map(\.description).sorted()),
      ("kinds", kinds.map(\.rawValue).sorted()), ("only", ranks.sorted(by: >).map(\.rawValue)),
    ]
    let restricting = sets.filter { !$0.values.isEmpty }
    guard let ids else { return restricting }
    return restricting + [("ids", ids.map(\.description).sorted())]
  }
}
