import CampusCatalog
import Testing

@Suite struct CoordinateTests {
  @Test(arguments: [(0, 0), (90, 180), (-90, -180), (38.830_1, -77.307_3)] as [(Double, Double)])
  func validCoordinates(latitude: Double, longitude: Double) throws {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect((coordinate.latitude, coordinate.longitude) == (latitude, longitude))
  }

  @Test(
    arguments: [
      (90.000_001, 0), (-90.1, 0), (0, 180.000_001), (0, -181), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (77.3, 380),
    ] as [(Double, Double)])
  func invalidCoordinates(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  /// Against lengths that follow from the radius alone: a degree, a quarter and half of a great circle.
  @Test(
    arguments: [
      (0, 0, 1, 0, 111_195.08), (0, 0, 0, 1, 111_195.08), (60, 0, 60, 1, 55_596.9), (0, 0, 90, 0, 10_007_557.2),
      (0, 0, 0, 180, 20_015_114.4), (90, 0, -90, 0, 20_015_114.4),
      (0, 179.5, 0, -179.5, 111_195.08), (90, 17, 90, -120, 0), (38.83, -77.3, 38.83, -77.3, 0),
    ] as [(Double, Double, Double, Double, Double)])
  func distance(fromLatitude: Double, fromLongitude: Double, toLatitude: Double, toLongitude: Double, meters: Double) throws {
    let from = try #require(Coordinate(latitude: fromLatitude, longitude: fromLongitude))
    let to = try #require(Coordinate(latitude: toLatitude, longitude: toLongitude))
    #expect(abs(from.distance(to: to) - meters) <= max(1e-4, meters * 1e-5))
    #expect(from.distance(to: to) == to.distance(from: from))
  }
}

extension Coordinate {
  fileprivate func distance(from other: Coordinate) -> Double { distance(to: other) }
}

@Suite struct WebAddressTests {
  @Test(arguments: [
    "http://a", "https://example.edu/path?q=1&r=%20#f", "HTTPS://Example.EDU/", "http://[::1]:8080/", "http://a:80/b:c@d", "http://a:/",
    "http://[::1]",
    "https://a:65535?q=@",
    "https://dining.example.edu/é/日本", "https://例え.jp/", "http://a/'b'`c`",
  ])
  func validWebAddressesAreUnchanged(text: String) { #expect(WebAddress(text)?.description == text) }

  @Test(arguments: [
    "", "http", "http:", "http:/", "http://", "http:///path", "http://?q", "http://#f", "http://:80/", "http://@host", "//example.edu",
    "example.edu", "/menu", "ftp://a/", "javascript:alert(1)",
    "javascript://a/%0Aalert(1)", "data:text/html,x", "mailto:a@b", "tel:1", "file:///etc/passwd", " http://a", "http\n://a",
    "http://a/\"b", "http://a/<b>", "http://a/b\\c", "http://a\\@b",
    "http://user@host/", "https://user:pass@example.edu/", "https://a:99999/", "https://a:80x/", "https://exam\u{202E}ple.edu/",
    "https://a.edu/\u{2066}b", "http://a/\n", "http://a/\tb", "http://a/\u{0}", "http://a/\u{7F}", "httpx://a", "https:a", "ｈttp://a",
    "http://a/" + String(repeating: "x", count: 2048),
  ])
  func invalidWebAddresses(text: String) { #expect(WebAddress(text) == nil) }

  @Test func spacesAreEscaped() {
    #expect(WebAddress("https://a.edu/main menu/x y")?.description == "https://a.edu/main%20menu/x%20y")
    #expect(WebAddress("https://a.edu/a%20b")?.description == "https://a.edu/a%20b")
  }
}
