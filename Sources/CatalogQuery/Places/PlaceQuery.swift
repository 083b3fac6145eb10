public import CampusCatalog
public import OpeningHours

/// A query for places, with a filter, a search, a position and an order.
///
///     var query = try PlaceQuery(search: "coffee")
///     query.filter.state = .open
///     query.limit = 10
///     let places = query.results(in: catalog.entries, by: StatusRule(at: now, campuses: catalog.campuses))
///
/// Results do not depend on the order of the entries.
public struct PlaceQuery: Sendable, Hashable {
  public var filter = PlaceFilter()
  /// Only places that match this search, which must not be empty; nil for all.
  public var search: SearchText? { didSet { ranks = nil } }
  /// What else the search means; nil to find only its words.
  public var meaning: SearchMeaning? { didSet { if meaning?.terms != oldValue?.terms { ranks = nil } } }
  /// The ranks of the entries of which the search was understood.
  var ranks: [SearchRank?]?
  /// The dishes of places that the search found (`withDishes`).
  var dishes: [EntryID: FoundDishes] = [:]
  /// Whether some have the words of the search.
  var hasDishesWithWords = false
  /// The position to measure distances from; nil for none. If it has a maximum distance, only places within it match.
  public var near: Proximity?
  /// Whether only places with a position match.
  public var needsPosition = false
  public var order = PlaceOrder.state
  /// The maximum number of results; nil for no limit.
  public var limit: Int?
  /// How many of the first results to leave out. The limit counts them.
  public var offset = 0

  /// Creates a query for all places, open ones first.
  public init() {}

  /// Creates a query for places with a position, nearest first.
  public init(near: Proximity) {
    self.near = near
    needsPosition = true
    order = .distance
  }

  /// Creates a query for places that match a search, best matches first.
  ///
  /// - Throws: `QueryError` for text without letters or digits, and for text that is too long.
  public init(search text: String) throws(QueryError) {
    guard text.utf8.count <= SearchText.longest else {
      throw QueryError(.text, "the search has \(text.utf8.count) bytes; enter a few words, at most \(SearchText.longest) bytes")
    }
    let search = SearchText(text)
    guard !search.isEmpty else { throw QueryError(.text, "nothing to search for; enter at least one letter or digit") }
    self.search = search
    meaning = SearchMeaning(search)
    order = .rank
  }

  /// Whether the statuses of all places are needed.
  package var dependsOnStatus: Bool { filter.dependsOnStatus || [.state, .openFirst, .closing, .rank].contains(order) }

  /// - Parameters:
  ///   - statuses: the statuses of the entries by this rule, in their order, if they have been computed before; nil to compute those that are
  ///     needed.
  ///   - prepared: the places of the entries, if they have been prepared before. With them and the statuses, no text is folded or sorted.
  public func results(
    in entries: [Entry], by rule: StatusRule, statuses: [Status]? = nil, prepared: PreparedPlaces? = nil
  ) -> QueryResults<PlaceListing> {
    var (beyond, withoutPosition) = (0, 0)
    var nextChange: Instant?
    var computed: [Int: Status] = [:]
    var matches: [(index: Int, key: Double)] = []
    func campus(_ index: Int) -> CampusID { prepared?.campus(at: index) ?? entries[index].campus }
    func hoursZone(_ index: Int) -> Zone? { prepared.map { $0.zone(at: index) } ?? entries[index].hours?.zone }
    forEachCandidate(in: entries, prepared, by: order) { index, distance, rank in
      let isNear = isNear(distance)
      if isNear, let change = statuses?[index].until { nextChange = min(nextChange ?? change, change) }
      var status = statuses?[index]
      // Without conditions on the status, and in other orders, there is no need to compute it.
      if status == nil, dependsOnStatus {
        status = rule.status(of: entries[index])
        computed[index] = status
      }
      if let status, !filter.accepts(status, at: rule.instant(at: campus(index)), in: hoursZone(index) ?? rule.zone(of: campus(index))) {
        return
      }
      if isNear {
        matches.append((index, order.key(status, distance: distance, rank: rank)))
      } else if distance == nil {
        withoutPosition += 1
      } else {
        beyond += 1
      }
    }
    if prepared == nil {
      let keys = Dictionary(uniqueKeysWithValues: matches.map { ($0.index, $0.key) })
      matches = order.sortedTies(of: entries, at: matches.map(\.index)).map { ($0, keys[$0] ?? 0) }
    }
    let listings = Self.first(limit, of: matches).dropFirst(offset).map { index in
      let listing = rule.listing(entries[index], statuses?[index] ?? computed[index], distance: near?.distance(of: entries[index]))
      return dishes.isEmpty ? listing : listing.with(dishes: dishes[listing.entry.id] ?? FoundDishes())
    }
    var results = QueryResults(listings, total: matches.count)
    (results.beyond, results.withoutPosition, results.nextChange) = (beyond, withoutPosition, nextChange)
    return results
  }

  /// Calls `body` for each place that meets all conditions except those on its status and its distance.
  ///
  /// - Parameters:
  ///   - prepared: as in `results`.
  ///   - order: the order of the places, if it is prepared; nil for that of the entries, which takes less time.
  ///   - body: called with the index of the place, its distance and its rank.
  func forEachCandidate(
    in entries: [Entry], _ prepared: PreparedPlaces?, by order: PlaceOrder?,
    _ body: (_ index: Int, _ distance: Double?, _ rank: SearchRank?) -> Void
  ) {
    let ranks = rankedEntries(in: entries, prepared)
    func visit(_ index: Int, _ position: Coordinate?) {
      let rank = ranks?[index]
      if ranks != nil, rank == nil { return }
      body(index, position.flatMap { near?.center.distance(to: $0) }, rank)
    }
    if let prepared {
      for index in prepared.places(in: order) where prepared.accepts(index, by: filter, of: entries) {
        visit(index, prepared.position(at: index))
      }
    } else {
      for index in entries.indices where filter.accepts(entries[index]) { visit(index, entries[index].position) }
    }
  }

  /// Returns the ranks of the entries; nil without a search.
  func rankedEntries(in entries: [Entry], _ prepared: PreparedPlaces?) -> [SearchRank?]? {
    search.map { ranks ?? (prepared?.searchable ?? SearchablePlaces(entries)).ranks(of: $0, meaning) }
  }

  /// Returns the first matches by their keys. Matches with equal keys stay in their order.
  private static func first(_ limit: Int?, of matches: [(index: Int, key: Double)]) -> [Int] {
    var matches = matches
    if let limit, limit < matches.count {
      guard limit > 0 else { return [] }
      // Of the matches with the last key, only the first ones.
      let last = matches.map(\.key).sorted()[limit - 1]
      var rest = limit - matches.count { $0.key < last }
      matches.removeAll { match in
        if match.key == last { rest -= 1 }
        return match.key > last || match.key == last && rest < 0
      }
    }
    return matches.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element.index)
  }

  /// Returns whether a place at this distance matches; nil is the distance of a place without a position.
  func isNear(_ distance: Double?) -> Bool {
    guard let distance else { return !needsPosition && near?.within == nil }
    return near?.within.map { distance <= $0 } ?? true
  }
}

/// A position to measure distances from, with an optional maximum distance.
///
/// Distances are equal to `Coordinate.distance(to:)`.
public struct Proximity: Sendable, Hashable {
  /// The distance that counts as nearby, in meters: people may walk there.
  public static let nearby = 5_000.0

  public let center: Coordinate
  /// The maximum distance in meters, inclusive; nil for no maximum.
  public let within: Double?

  public init(_ center: Coordinate, within: Double? = nil) {
    self.center = center
    self.within = within
  }

  /// Returns the distance of a place in meters; nil for an entry without a position.
  public func distance(of entry: Entry) -> Double? { entry.position.map { center.distance(to: $0) } }
}
