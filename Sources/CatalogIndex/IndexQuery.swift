/// A query that an index can answer without reading all places.
struct IndexQuery {
  /// The order of the results. Ties are broken by name (by id for distances).
  enum Order {
    case name
    case closing(Open)
    case rank(SearchText)
    case distance(Proximity)
  }

  /// The condition that places are open at one moment and do not close before another.
  struct Open {
    /// The UTC day of the first moment, in days since 1970-01-01.
    let day: Int64
    /// The first moment, in seconds from the beginning of that day.
    let second: Int32
    /// The second moment, in seconds from the beginning of that day.
    let through: Int64

    /// Makes the condition; nil if it depends on the local time of each place.
    init?(_ instant: Instant, _ longer: StayOpenCondition?) {
      day = Int64(instant.local(offset: 0).date.daysSinceEpoch)
      second = Int32(truncatingIfNeeded: instant.secondsSinceEpoch - day * 86_400)
      guard let longer else {
        through = 0
        return
      }
      guard let end = longer.end(from: instant, in: nil) else { return nil }
      through = end.secondsSinceEpoch + (end.nanoseconds > 0 ? 1 : 0) - day * 86_400
    }
  }

  let order: Order
  let limit: Int
  let campuses: Set<CampusID>
  let categories: Set<Category>
  let open: Open?
  let rule: StatusRule

  /// Makes an index query; nil if it has no limit, or conditions on feeds, buildings, regions, tags or ids.
  init?(_ query: PlaceQuery, by rule: StatusRule) {
    let filter = query.filter
    guard let limit = query.limit, filter.feeds.isEmpty, filter.buildings.isEmpty, filter.regions.isEmpty, filter.tags.isEmpty,
      filter.ids == nil,
      filter.state == nil || filter.state == .open
    else { return nil }
    if filter.state == .open || filter.staysOpen != nil {
      guard let open = Open(rule.instant, filter.staysOpen) else { return nil }
      self.open = open
    } else {
      open = nil
    }
    switch (query.order, query.search, query.near, open) {
    case (.name, nil, nil, _), (.state, nil, nil, .some): order = .name
    case (.closing, nil, nil, let open?): order = .closing(open)
    case (.rank, let search?, nil, _): order = .rank(search)
    case (.distance, nil, let near?, _) where query.needsPosition || near.within != nil: order = .distance(near)
    default: return nil
    }
    self.limit = min(max(0, limit), 1 << 32)
    (campuses, categories, self.rule) = (filter.campuses, filter.categories, rule)
  }
}
