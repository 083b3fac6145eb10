package import CampusCatalog
package import CatalogQuery
import OpeningHours
import TestKit

/// Random places of two campuses, many of them similar, and queries about them.
package struct RandomPlaces {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let words = [
    "Café", "cafe\u{301}", "CAFE", "Cafeteria", "Joe's", "Dunkin’", "ＡＢＣ", "北京", "Straße", "north", "Hall", "1920", "é",
  ]
  private static let buildings = ["Johnson Center", "SUB I", "sub i", "Straße 1", "北京樓"]

  package mutating func make(_ count: Int = 60) throws -> [Entry] {
    try (0..<count).map { index in
      let campus = pick(["a", "b"])
      var entry = try place("\(campus)/\(pick(["x", "y"]))/\(index)", words(), category: pick(CampusCatalog.Category.allCases))
      guard case .place(var place) = entry.details else { return entry }
      place.categoryLabel = maybe { $0.words() }
      place.location = Location(
        address: maybe { "\($0.number(1...3)) Main St" }, building: maybe { $0.pick(Self.buildings) },
        abbreviation: maybe { $0.pick(["JC", "S1"]) },
        region: maybe { $0.pick(["north", "South"]) }, coordinate: maybe { $0.coordinate() })
      place.hours = try maybe { try $0.hours() }
      entry.details = .place(place)
      entry.tags = maybe { [$0.words()] } ?? []
      entry.labels = maybe { [$0.words()] } ?? []
      return entry
    }
  }

  package mutating func query() throws -> PlaceQuery {
    var query =
      isHeads()
      ? PlaceQuery()
      : try PlaceQuery(search: pick(["c", "cafe", "CAFÉ", "caf h", "joes", "dunkin'", "ab", "北", "straß", "dining", "n 19"]))
    if isHeads() { query.filter.campuses = [try parsed("a") { CampusID($0) }] }
    if number(0...3) == 0 { query.filter.state = pick(PlaceState.allCases) }
    if number(0...3) == 0 { query.filter.staysOpen = .seconds(number(1...40000)) }
    if number(0...3) == 0 { query.filter.categories = [pick(CampusCatalog.Category.allCases), .cafe] }
    if number(0...5) == 0 { query.filter.buildings = [SearchText(pick(Self.buildings + ["jc"]))] }
    if isHeads() { query.near = Proximity(coordinate(), within: maybe { Double($0.number(0...2_000_000)) }) }
    if query.search == nil {
      query.order = pick([.state, .openFirst, .name, .location, .closing] + (query.near == nil ? [] : [.distance]))
    }
    return query
  }

  package mutating func shuffled<Element>(_ list: [Element]) -> [Element] { list.shuffled(using: &generator) }
  package mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  package mutating func coordinate() -> Coordinate {
    let latitude = pick([Double(number(-90...90)), 39.95 + Double(number(0...99)) / 1e4])
    let longitude = pick([Double(number(-180...180)), -75.2 + Double(number(0...99)) / 1e4])
    return Coordinate(latitude: latitude, longitude: longitude) ?? RandomPlaces.origin
  }

  private static let origin = Coordinate(latitude: 0, longitude: 0).unsafelyUnwrapped

  private mutating func hours() throws -> Schedule {
    switch number(0...3) {
    case 0: return Schedule(zone: try parsed("America/New_York") { Zone($0) }, layers: [])
    case 1: return Schedule(zone: try parsed("Europe/London") { Zone($0) }, layers: [Layer(.weekly, unbounded: .always)])
    default:
      let opens = number(0...1439)
      guard let first = LocalTime(minutes: opens), let last = LocalTime(minutes: opens + number(1...1440)),
        let service = Service(opens: first, closes: last)
      else { throw BadTestData(text: "\(opens)") }
      return try daily([service], zone: pick(["America/New_York", "Asia/Seoul"]))
    }
  }

  private mutating func words() -> String { (0...number(0...2)).map { _ in pick(Self.words) }.joined(separator: pick([" ", "-", ", "])) }
  private mutating func isHeads() -> Bool { .random(using: &generator) }
  private mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...list.count - 1)] }
  private mutating func maybe<Value>(_ make: (inout Self) throws -> Value) rethrows -> Value? { isHeads() ? try make(&self) : nil }
}
