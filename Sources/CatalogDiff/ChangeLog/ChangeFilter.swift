public import CampusCatalog

/// The part of a change log that someone asked for. An empty set does not restrict.
public struct ChangeFilter: Sendable, Hashable {
  public var campuses: Set<CampusID>
  public var feeds: Set<FeedID>
  public var kinds: Set<Entry.Kind>
  public var ranks: Set<Change.Rank>

  public init(
    campuses: Set<CampusID> = [], feeds: Set<FeedID> = [], kinds: Set<Entry.Kind> = [], ranks: Set<Change.Rank> = []
  ) {
    (self.campuses, self.feeds, self.kinds, self.ranks) = (campuses, feeds, kinds, ranks)
  }

  /// Whether nothing is left out.
  public var isEmpty: Bool { campuses.isEmpty && feeds.isEmpty && kinds.isEmpty && ranks.isEmpty }

  /// The names of the sets and their sorted values.
  var lists: [(name: StaticString, values: [String])] {
    [
      ("campuses", campuses.map(\.description).sorted()), ("feeds", feeds.map(\.description).sorted()),
      ("kinds", kinds.map(\.rawValue).sorted()), ("only", ranks.sorted(by: >).map(\.rawValue)),
    ]
  }
}
