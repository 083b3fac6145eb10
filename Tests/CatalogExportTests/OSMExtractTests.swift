import CampusCatalog
import TestKit
import Testing

@testable import CatalogExport

/// Extracts of OpenStreetMap in the formats of osmium and Overpass.
@Suite struct OSMExtractTests {
  private static func extract(_ text: String) throws -> OSMExtract { try OSMExtract(Array(text.utf8), file: "extract") }

  private static func lines(_ extract: OSMExtract) -> [String] {
    extract.elements.map { element in
      let position = element.position.map { "\($0.latitude),\($0.longitude)" } ?? "-"
      return "\(element.id?.description ?? "-") \(position) \(element.name ?? "-")"
    }
  }

  // The output of osmium 1.15 for the same file: a closed way is a line and an area.
  private static let way = #""properties":{"amenity":"library","name":"Fenwick""#
  private static let line =
    #""geometry":{"type":"LineString","coordinates":[[-77.308,38.83],[-77.308,38.831],[-77.307,38.831],[-77.308,38.83]]}"#
  private static let area =
    #""geometry":{"type":"MultiPolygon","coordinates":[[[[-77.308,38.83],[-77.307,38.831],[-77.308,38.831],[-77.308,38.83]]]]}"#
  private static let point = #""geometry":{"type":"Point","coordinates":[-77.307,38.83]}"#

  @Test(arguments: [
    // --attributes type,id
    (
      """
      {"type":"Feature",\(point),"properties":{"@type":"node","@id":1,"amenity":"cafe","name":"Café"}},
      {"type":"Feature",\(line),\(way),"@type":"way","@id":10}},
      {"type":"Feature",\(area),\(way),"@type":"way","@id":10}},
      {"type":"Feature",\(area),"properties":{"@type":"relation","@id":20,"leisure":"fitness_centre"}}
      """, ["node/1 38.83,-77.307 Café", "way/10 38.8305,-77.3075 Fenwick", "relation/20 38.8305,-77.3075 -"]
    ),
    // --add-unique-id=type_id
    (
      """
      {"type":"Feature","id":"n1",\(point),"properties":{"amenity":"cafe","name":"Café"}},
      {"type":"Feature","id":"w10",\(line),\(way)}},
      {"type":"Feature","id":"a20",\(area),\(way)}},
      {"type":"Feature","id":"a41",\(area),"properties":{"leisure":"fitness_centre"}}
      """, ["node/1 38.83,-77.307 Café", "way/10 38.8305,-77.3075 Fenwick", "relation/20 38.8305,-77.3075 -"]
    ),
    // --attributes id: the type of an area is not known.
    (
      """
      {"type":"Feature",\(point),"properties":{"@id":1,"amenity":"cafe","name":"Café"}},
      {"type":"Feature",\(line),\(way),"@id":10}},
      {"type":"Feature",\(area),\(way),"@id":10}},
      {"type":"Feature",\(area),"properties":{"@id":20,"leisure":"fitness_centre"}}
      """, ["node/1 38.83,-77.307 Café", "way/10 38.8305,-77.3075 Fenwick", "20 38.8305,-77.3075 -"]
    ),
    // No ids.
    (
      """
      {"type":"Feature",\(point),"properties":{"amenity":"cafe","name":"Café"}},
      {"type":"Feature",\(line),\(way)}},
      {"type":"Feature",\(area),\(way)}}
      """, ["- 38.83,-77.307 Café", "- 38.8305,-77.3075 Fenwick"]
    ),
    // Overpass Turbo.
    (
      """
      {"type":"Feature","id":"way/10",\(area),\(way),"@id":"way/10"}},
      {"type":"Feature","id":"node/1",\(point),"properties":{"@id":"node/1","amenity":"cafe","name":"Café","@relations":[{"rel":1}]}}
      """, ["node/1 38.83,-77.307 Café", "way/10 38.8305,-77.3075 Fenwick"]
    ),
  ])
  func geoJSON(_ features: String, _ expected: [String]) throws {
    let extract = try Self.extract("{\"type\":\"FeatureCollection\",\"features\":[\n\(features)\n]}")
    #expect(Self.lines(extract) == expected)
  }

  @Test func overpass() throws {
    let extract = try Self.extract(
      """
      {"version":0.6,"generator":"Overpass API","remark":"runtime error: Query timed out","elements":[
      {"type":"way","id":2,"center":{"lat":38.5,"lon":-77.5},"nodes":[1,2],"tags":{"amenity":"library","name":"Center"}},
      {"type":"node","id":1,"lat":38.83,"lon":-77.307,"tags":{"amenity":"cafe","name":"Point"}},
      {"type":"way","id":3,"bounds":{"minlat":38,"minlon":-78,"maxlat":39,"maxlon":-77},"tags":{"shop":"books","name":"Bounds"}},
      {"type":"way","id":4,"geometry":[null,{"lat":38,"lon":-77},{"lat":39,"lon":-78}],"tags":{"shop":"books","name":"Line"}},
      {"type":"relation","id":5,"members":[{"type":"way","ref":4,"geometry":[{"lat":1,"lon":2}]},{"type":"node","ref":1,"lat":3,"lon":4}],
       "tags":{"leisure":"sports_centre","name":"Members"}},
      {"type":"node","id":6,"lat":38.83,"lon":-77.307},
      {"type":"way","id":7,"nodes":[6],"tags":{"shop":"books","name":"Nowhere"}},
      {"type":"way","id":8,"nodes":[6],"tags":{"highway":"path"}},
      {"type":"count","id":0,"tags":{"total":"9"}}]}
      """)
    #expect(
      Self.lines(extract) == [
        "node/1 38.83,-77.307 Point", "way/2 38.5,-77.5 Center", "way/3 38.5,-77.5 Bounds", "way/4 38.5,-77.5 Line", "way/7 - Nowhere",
        "relation/5 2.0,3.0 Members",
      ])
    #expect(extract.read == 9 && extract.withoutTags == 2 && extract.withoutPosition == 2)
    #expect(extract.remark == "runtime error: Query timed out")
  }

  /// Errors name the file, the position and the pointer.
  @Test(arguments: [
    ("[1]", "expected GeoJSON with a FeatureCollection"), (#"{"type":"Feature"}"#, "expected GeoJSON with a FeatureCollection"),
    (#"{"type":"FeatureCollection"}"#, "\"features\" is missing"), (#"{"type":"FeatureCollection","features":[1]}"#, "(/features/0)"),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,91]}}]}"#,
      "latitude from -90 to 90 (/features/0/geometry/coordinates)"
    ),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":["1",2]}}]}"#, "longitude from"),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":7}}]}"#, "expected an array"),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":[]}]}"#, "expected an object, found an array"),
    (#"{"elements":{}}"#, "expected an array, found an object (/elements)"), (#"{"elements":[[]]}"#, "(/elements/0)"),
    (#"{"elements":[{"type":"node","lat":1,"lon":2}]}"#, "\"id\" is missing"),
    (#"{"elements":[{"type":"node","id":1,"lat":1,"lon":200}]}"#, "\"lon\" from -180 to 180"),
    (#"{"elements":[{"type":"way","id":1,"geometry":[3]}]}"#, "\"lat\" and \"lon\" (/elements/0/geometry/0)"), ("{", "extract:1:2"),
  ])
  func hostileInput(_ text: String, _ message: String) throws {
    let error = #expect(throws: FileError.self) { try Self.extract(text) }
    let description = try #require(error?.description)
    #expect(description.hasPrefix("extract:") && description.contains(message), "\(description)")
  }

  /// Truncated extracts are refused, and no input crashes.
  @Test func truncation() throws {
    let bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\(Self.area),\(Self.way)}}]}".utf8)
    for length in bytes.indices { #expect(throws: FileError.self) { try OSMExtract(Array(bytes[..<length]), file: "extract") } }
    #expect(try OSMExtract(bytes, file: "extract").elements.count == 1)
  }

  /// Elements with ids come first, by kind and number; the others by position, and then by their tags.
  @Test(arguments: [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 5, 0, 3, 1, 4]])
  func elementsHaveAFixedOrder(_ order: [Int]) throws {
    func node(_ id: String, _ latitude: Double, _ name: String) -> String {
      #"{"type":"Feature",\#(id)"geometry":{"type":"Point","coordinates":[-77,\#(latitude)]},"properties":{"amenity":"cafe","name":"\#(name)"}}"#
    }
    let nodes = [
      node(#""id":"n2","#, 39, "A"), node(#""id":"n10","#, 38, "B"), node(#""id":"w1","#, 37, "C"), node("", 30, "Z"), node("", 40, "X"),
      node("", 40, "Y"),
    ]
    let text = #"{"type":"FeatureCollection","features":[\#(order.map { nodes[$0] }.joined(separator: ","))]}"#
    #expect(try Self.extract(text).elements.map(\.name) == ["A", "B", "C", "Z", "X", "Y"])
  }
}
