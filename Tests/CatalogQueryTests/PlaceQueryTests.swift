import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@Suite struct PlaceQueryTests {
  /// The answer has exactly the places that meet the query's conditions.
  @Test(arguments: Budget.seeds(30))
  func answerMatchesFilter(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    let (entries, query, rule) = (try random.make(), try random.query(), try rule())
    let answer = query.results(in: entries, by: rule)
    #expect(answer.items.count == answer.total)
    let expected = entries.filter { entry in
      guard let place = entry.place, query.filter.accepts(entry) else { return false }
      guard query.filter.accepts(rule.status(of: entry), at: rule.instant(of: entry), in: rule.zone(of: entry)) else { return false }
      if let search = query.search, !isFound(search, entry, place) { return false }
      guard let near = query.near, let within = near.within else { return true }
      return place.location.coordinate.map { near.center.distance(to: $0) <= within } ?? false
    }
    #expect(Set(answer.items.map(\.entry.id)) == Set(expected.map(\.id)), "seed \(seed)")
  }

  /// The rule of a search, implemented independently.
  private func isFound(_ search: SearchText, _ entry: Entry, _ place: Place) -> Bool {
    let texts =
      [entry.name, place.location.building, place.location.abbreviation, place.category.rawValue, place.categoryLabel].compactMap { $0 }
      + entry.tags + entry.labels
    let text = " " + texts.map { SearchText($0).joined }.joined(separator: " ")
    return search.tokens.allSatisfy { text.contains(" " + $0) }
  }

  @Test(arguments: Budget.seeds(30))
  func inputOrderDoesNotMatter(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    let (entries, rule) = (try random.make(), try rule())
    var query = try random.query()
    let all = query.results(in: entries, by: rule)
    for limit in [nil, 0, 1, 7, 1000] {
      query.limit = limit
      let some = query.results(in: random.shuffled(entries), by: rule)
      #expect(some.items == Array(all.items.prefix(limit ?? all.total)), "seed \(seed)")
      #expect(some.total == all.total)
    }
  }

  @Test("What was prepared before does not matter", arguments: Budget.seeds(60))
  func preparedPlaces(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    let rule = try rule()
    var entries = random.shuffled(try random.make())
    let quote = try entryID("a/quotes/1")
    entries.insert(Entry(id: quote, campus: entries[0].campus, name: nil, sources: [], details: .quote(Quote(text: "cafe"))), at: 7)
    let (statuses, prepared) = (entries.map { rule.status(of: $0) }, PreparedPlaces(entries))
    for _ in 0..<4 {
      var query = try random.query()
      if query.search != nil, random.number(0...1) == 0 { query.order = .rank }
      for limit in [nil, 0, 1, 7, 30] {
        query.limit = limit
        let expected = query.results(in: entries, by: rule)
        for (statuses, prepared) in [(statuses, nil), (nil, prepared), (statuses, prepared)] as [([Status]?, PreparedPlaces?)] {
          let results = query.results(in: entries, by: rule, statuses: statuses, prepared: prepared)
          #expect(results.items == expected.items, "seed \(seed)")
          #expect(
            (results.total, results.beyond, results.withoutPosition) == (expected.total, expected.beyond, expected.withoutPosition))
        }
        let changes = [nil, prepared].map { query.results(in: entries, by: rule, statuses: statuses, prepared: $0).nextChange }
        #expect(changes[0] == changes[1], "seed \(seed)")
      }
    }
  }

  /// The distance computed with vectors.
  @Test(arguments: Budget.seeds(40))
  func distancesMatchReferenceFormula(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    let (from, to) = (random.coordinate(), random.coordinate())
    func vector(_ point: Coordinate) -> (Double, Double, Double) {
      let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
      return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
    let (a, b) = (vector(from), vector(to))
    let cross = (a.1 * b.2 - a.2 * b.1, a.2 * b.0 - a.0 * b.2, a.0 * b.1 - a.1 * b.0)
    let sine = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
    let expected = 6_371_008.8 * atan2(sine, a.0 * b.0 + a.1 * b.1 + a.2 * b.2)
    // Near the antipode, haversines lose precision.
    #expect(abs(from.distance(to: to) - expected) <= max(1e-6 * expected, 0.01), "\(from) \(to)")
    #expect(from.distance(to: to) == to.distance(to: from))
  }

  @Test(arguments: Budget.seeds(12))
  func nearestPlacesComeFirst(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    let entries = try random.make()
    let answer = PlaceQuery(near: Proximity(random.coordinate())).results(in: entries, by: try rule())
    #expect(answer.total == entries.filter { $0.place?.location.coordinate != nil }.count)
    #expect(answer.beyond == 0 && answer.total + answer.withoutPosition == entries.count)
    var query = PlaceQuery(near: Proximity(random.coordinate(), within: 1_000_000))
    query.filter.state = .open
    let rule = try rule()
    let open = query.results(in: entries, by: rule)
    #expect(open.total + open.beyond + open.withoutPosition == entries.filter { rule.status(of: $0).isOpen }.count)
    for (left, right) in zip(answer.items, answer.items.dropFirst()) {
      let (near, far) = (try #require(left.distance), try #require(right.distance))
      #expect(near < far || near == far && left.entry.id < right.entry.id)
    }
  }

  private func order(_ entries: [Entry], _ order: PlaceOrder) throws -> [String] {
    var query = PlaceQuery()
    query.order = order
    return query.results(in: entries, by: try rule()).items.map { String($0.entry.id.record) }
  }

  @Test func orders() throws {
    let entries = [
      try place("a/x/never", "b", hours: Schedule(zone: try parsed("UTC") { Zone($0) }, layers: [Layer(.weekly, unbounded: .always)])),
      try place("a/x/late", "d", location: Location(building: "Alpha", region: "z"), hours: daily([service("10:00", "22:00")])),
      try place("a/x/soon", "C", location: Location(building: "álpha", region: "b"), hours: daily([service("10:00", "12:30")])),
      try place("a/x/shut", "a", location: Location(address: "1 Main St"), hours: daily([service("18:00", "22:00")])),
      try place("a/x/what", "A", location: Location(building: "beta")),
    ]
    #expect(try order(entries, .name) == ["what", "shut", "never", "soon", "late"])
    #expect(try order(entries, .state) == ["never", "soon", "late", "shut", "what"])
    #expect(try order(entries, .openFirst) == ["never", "late", "soon", "shut", "what"])
    #expect(try order(entries, .closing) == ["soon", "late", "never", "shut", "what"])
    #expect(try order(entries, .location) == ["soon", "late", "what", "shut", "never"])
  }

  @Test("Open places come first, the latest to close before others, then closed places as they open; nearest first near a position")
  func openFirst() throws {
    func location(_ latitude: Double) -> Location { Location(coordinate: Coordinate(latitude: latitude, longitude: -75)) }
    let entries = [
      try place("a/x/tomorrow", "a", location: location(40.01), hours: daily([service("08:00", "11:00")])),
      try place("a/x/tonight", "b", location: location(40.03), hours: daily([service("18:00", "22:00")])),
      try place("a/x/never", "c", location: location(40), hours: daily([])),
      try place("a/x/soon", "d", location: location(40.02), hours: daily([service("10:00", "12:30")])),
      try place("a/x/late", "e", location: location(40.04), hours: daily([service("10:00", "26:00")])),
    ]
    var query = PlaceQuery()
    query.order = .openFirst
    func ids() throws -> [String] { query.results(in: entries, by: try rule()).items.map { String($0.entry.id.record) } }
    #expect(try ids() == ["late", "soon", "tonight", "tomorrow", "never"])
    query.near = Proximity(try #require(Coordinate(latitude: 40, longitude: -75)))
    #expect(try ids() == ["soon", "late", "never", "tomorrow", "tonight"])
  }

  @Test func openLongerCountsJoinedServices() throws {
    let entries = [
      try place("a/x/meals", "m", hours: daily([service("10:00", "13:00", "Brunch"), service("13:00", "15:00", "Lunch")])),
      try place("a/x/short", "s", hours: daily([service("10:00", "13:00")])),
      try place("a/x/night", "n", hours: daily([service("10:00", "26:00")])),
    ]
    func ids(_ longer: StayOpenCondition) throws -> [String] {
      var query = PlaceQuery()
      query.filter.staysOpen = longer
      return query.results(in: entries, by: try rule()).items.map { String($0.entry.id.record) }
    }
    #expect(try ids(.seconds(3600)) == ["meals", "night", "short"])
    #expect(try ids(.seconds(3601)) == ["meals", "night"])
    #expect(try ids(.untilClock(parsed("15:00") { LocalTime($0) })) == ["meals", "night"])
    #expect(try ids(.untilClock(parsed("02:00") { LocalTime($0) })) == ["night"])
    #expect(try ids(.untilClock(parsed("02:01") { LocalTime($0) })) == [])
    #expect(try ids(.until(moment("2026-11-21T18:30:00Z"))) == ["meals", "night"])
  }

  @Test func buildingsMatchByNameOrAbbreviation() throws {
    let location = Location(building: "Student Union Building I", abbreviation: "SUB I", region: "Fairfax")
    let entries = [try place("a/x/1", "x", location: location), try place("a/x/2", "y", location: Location(abbreviation: "SUB II"))]
    func ids(_ change: (inout PlaceFilter) -> Void) throws -> [String] {
      var query = PlaceQuery()
      change(&query.filter)
      return query.results(in: entries, by: try rule()).items.map { String($0.entry.id.record) }
    }
    #expect(try ids { $0.buildings = [SearchText("sub-i")] } == ["1"])
    #expect(try ids { $0.buildings = [SearchText("student union building i"), SearchText("Sub II")] } == ["1", "2"])
    #expect(try ids { $0.regions = [SearchText("FAIRFAX")] } == ["1"])
    #expect(try ids { $0.tags = [SearchText("x")] } == [])
    #expect(try ids { $0.feeds = Set(FeedID("a/x").map { [$0] } ?? []) } == ["1", "2"])
  }
}
