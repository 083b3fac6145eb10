import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@Test("The nearest places are those of a query", arguments: 0..<20)
func nearestPlacesAreThoseOfAQuery(seed: Int) throws {
  var random = RandomPlaces(seed: UInt64(seed))
  let entries = try random.make(seed == 0 ? 0 : random.number(1...400))
  let rule = try rule()
  let nearest = NearestPlaces(entries)
  let states = PlaceStates(of: nearest) { PlaceState(rule.status(of: $0)) }
  for _ in 0..<60 {
    let within: Double? = random.number(0...2) == 0 ? Double(random.number(0...3_000_000)) : nil
    var query = PlaceQuery(near: Proximity(random.coordinate(), within: within))
    let limit = random.number(1...30)
    query.limit = limit
    query.filter.state = [nil, .open, .closed, .unknown][random.number(0...3)]
    let expected = query.results(in: entries, by: rule)
    let found = try #require(nearest.places(of: query, limit: limit, states))
    #expect(found.items.map { rule.listing(entries[$0.entry], distance: $0.distance) } == expected.items)
    #expect(found.total == expected.total && found.beyond == expected.beyond && found.withoutPosition == expected.withoutPosition)
  }
}

@Test("Queries about anything else are not answered")
func otherQueriesAreNotAnswered() throws {
  var random = RandomPlaces(seed: 1)
  let entries = try random.make(50)
  let rule = try rule()
  let nearest = NearestPlaces(entries)
  let states = PlaceStates(of: nearest) { PlaceState(rule.status(of: $0)) }
  let known = PlaceQuery(near: Proximity(random.coordinate()))
  #expect(nearest.places(of: known, limit: 5, states) != nil)
  #expect(nearest.places(of: known, limit: 0, states) == nil)
  let changes: [(inout PlaceQuery) throws -> Void] = [
    { $0.order = .name }, { $0.near = nil }, { $0.needsPosition = false },
    { $0.filter.categories = [.cafe] }, { $0.filter.staysOpen = .seconds(60) }, { $0.search = SearchText("café") },
    { $0.filter.campuses = [try parsed("a") { CampusID($0) }] },
  ]
  for change in changes {
    var query = known
    try change(&query)
    #expect(nearest.places(of: query, limit: 5, states) == nil)
  }
}
