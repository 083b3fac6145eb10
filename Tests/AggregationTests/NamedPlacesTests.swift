import CampusCatalog
import Testing

@testable import Aggregation

/// The entries of one name that may be a place: those near it, then those without a position in its building.
@Suite struct NamedPlacesTests {
  /// Two at the place, one 80 m away, two without a position in the building, one in another.
  private static func places() -> [NamedPlaces.Place] {
    let (here, away) = (Coordinate(latitude: 53.4, longitude: -2.9), Coordinate(latitude: 53.40072, longitude: -2.9))
    let locations: [(Coordinate?, String?)] = [
      (here, "hall"), (here, nil), (away, "hall"), (nil, "hall"), (nil, "hall"), (nil, "hut"),
    ]
    return locations.enumerated().map { index, place in
      NamedPlaces.Place(member: index, coordinate: place.0, building: place.1)
    }
  }

  @Test(arguments: [(1, [0]), (2, [0, 1]), (3, [0, 1, 3]), (4, [0, 1, 3, 4]), (5, [0, 1, 3, 4]), (9, [0, 1, 3, 4])])
  func candidatesAreLimited(_ limit: Int, _ expected: [Int]) {
    let places = Self.places()
    #expect(NamedPlaces(places).candidates(for: places[0], limit: limit) { _ in true } == expected)
  }

  @Test func candidatesOfPlacesWithoutAPosition() {
    let places = Self.places()
    // By building only, whether they have a position or not.
    #expect(NamedPlaces(places).candidates(for: places[3], limit: 9) { $0 != 3 } == [0, 2, 4])
    #expect(NamedPlaces(places).candidates(for: places[1], limit: 9) { $0 != 1 } == [0])
  }
}
