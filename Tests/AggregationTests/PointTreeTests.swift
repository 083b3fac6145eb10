import CampusCatalog
import TestKit
import Testing

@testable import Aggregation

@Suite struct PointTreeTests {
  /// The tree finds what comparing all positions finds, also at exactly the distance.
  @Test(arguments: 1...6) func findsWhatIsNear(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    func position() throws -> Coordinate {
      let (north, east) = (Double.random(in: -0.002...0.002, using: &generator), Double.random(in: -0.002...0.002, using: &generator))
      // Around the antimeridian, where longitudes are far apart.
      return try #require(Coordinate(latitude: 53.4 + north, longitude: east < 0 ? 180 + east : -180 + east))
    }
    let positions = try (0..<[1, 8, 9, 40, 200, 1_000][seed - 1]).map { _ in try position() }
    let tree = PointTree(positions.enumerated().map { (value: $0.offset, coordinate: $0.element) })
    for center in positions.prefix(20) {
      for meters in [0, 75, center.distance(to: positions[positions.count / 2])] {
        var found: [Int] = []
        tree.visit(near: center, within: meters) {
          found.append($0)
          return true
        }
        #expect(found.sorted() == positions.indices.filter { center.distance(to: positions[$0]) <= meters }, "\(meters) m")
      }
    }
  }

  @Test func visitsEndWhenTheBodySays() throws {
    let here = try #require(Coordinate(latitude: 53.4, longitude: -2.9))
    let tree = PointTree((0..<30).map { (value: $0, coordinate: here) })
    var count = 0
    tree.visit(near: here, within: 1) { _ in
      count += 1
      return count < 12
    }
    #expect(count == 12)
    PointTree([]).visit(near: here, within: 1) { _ in
      Issue.record("there is no position")
      return true
    }
  }
}
