import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

/// The parts of a list: for each, its name, then the groups with their places in order.
private func parts(_ text: String) -> [String] {
  text.matches(of: /data-part="(\w+)"|data-group="(\w+)"( hidden)?>\n<p|data-id="a\/x\/([^"]*)"/).map { match in
    if let part = match.output.1 { return "[\(part)]" }
    if let group = match.output.2 { return match.output.3 == nil ? "\(group):" : "" }
    return String(match.output.4 ?? "")
  }.filter { !$0.isEmpty }
}

@Test("Open places come first, the latest to close before others; then the next to open; the rest is folded; food before everything else")
func openFirst() async throws {
  let site = try await TestSite([
    place("a/x/never", "A", hours: daily([])), place("a/x/unknown", "B"),
    place("a/x/soon", "C", hours: daily([service("07:00", "13:00")])), place("a/x/late", "D", hours: daily([service("07:00", "23:00")])),
    place("a/x/library", "E", category: .library, hours: daily([service("07:00", "26:00")])),
    place("a/x/gym", "F", category: .gym, hours: daily([service("13:00", "14:00")])),
    place("a/x/evening", "G", hours: daily([service("18:00", "22:00")])), place("a/x/noon", "H", hours: daily([service("12:10", "22:00")])),
  ])
  let text = try await site.get("/a").text
  #expect(
    parts(text) == [
      "[open]", "food:", "late", "soon", "other:", "library", "[next]", "food:", "noon", "evening", "other:", "gym", "[rest]", "food:",
      "never",
      "unknown:", "unknown",
    ])
  #expect(
    text.contains("<details class=\"part rest\" data-part=\"rest\">\n<summary><h2 data-count=\"rest\">1 closed · 1 with unknown hours</h2>")
  )
}

@Test("No open place comes after a closed one, and eight places open next, on lists of any size", arguments: 0..<4)
func openPlacesAreNeverBelow(seed: Int) async throws {
  var random = RandomPlaces(seed: UInt64(seed))
  let site = try await TestSite(random.make(120))
  for query in ["", "near=39.95,-75.2&within=20000km", "category=cafe,library"] {
    let text = try await site.get("/all?\(query)").text
    let states = text.matches(of: /<li class="place"[^>]* data-state="(\w+)"/).map { String($0.output.1) }
    let ranks = states.compactMap { ["open", "closed", "unknown"].firstIndex(of: $0) }
    #expect(ranks.count > 5 && ranks == ranks.sorted(), "/all?\(query)")
    let next = try #require(text.firstRange(of: "data-part=\"next\"")), rest = try #require(text.firstRange(of: "data-part=\"rest\""))
    #expect(text[next.upperBound..<rest.lowerBound].matches(of: /<li class="place"/).count <= 8)
  }
}

@Test("Without an open place or one that opens, the rest is unfolded")
func restIsUnfolded() async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([]))])
  #expect(try await site.get("/a").text.contains("data-part=\"rest\" open>"))
}

@Test("Near a position, places within 5 km are listed by state, then distance, with the minutes to walk")
func nearMe() async throws {
  func location(_ latitude: Double) -> Location { Location(coordinate: Coordinate(latitude: latitude, longitude: -75)) }
  let site = try await TestSite([
    place("a/x/far", "A", location: location(40.02), hours: daily([service("07:00", "26:00")])),
    place("a/x/near", "B", location: location(40.001), hours: daily([service("07:00", "13:00")])),
    place("a/x/gym", "E", category: .gym, location: location(40.01), hours: daily([service("07:00", "26:00")])),
    place("a/x/shut", "C", location: location(40), hours: daily([])),
    place("a/x/away", "D", location: location(40.1), hours: daily([service("07:00", "26:00")])),
  ])
  let text = try await site.get("/a?near=40,-75").text
  #expect(parts(text) == ["[open]", "other:", "near", "gym", "far", "[next]", "[rest]", "other:", "shut"])
  // 111 m are 144.6 m on foot.
  #expect(text.contains("<span class=\"distance\">about 2 min walk, 111 m</span>"))
  #expect(text.contains("1 more is over 5 km away."))
  #expect(text.contains("\"campuses\":{\"a\":\"Campus a\"}"))
  let none = try await site.get("/a?near=40.5,-75").text
  #expect(none.contains("<h1 id=\"answer\"><span>Nothing within 5 km</span></h1>"))
  #expect(none.contains("The nearest is <a href=\"/places/a/x/away\"><bdi>D</bdi></a>, 44 km away. <a href=\"/a\">Show all places</a>"))
  #expect(try await site.get("/a?near=40.5,-75&open=now").text.contains("<span>Nothing is open within 5 km</span>"))
  #expect([0, 61, 62, 5000].map { WalkingTime.minutes($0) } == [1, 1, 2, 82])
}

@Test("In a row, the name is a heading with the link, then come the state, special hours and the location")
func rows() async throws {
  let holiday = try #require(
    Layer(
      .holiday, name: "Break", from: date("2026-11-21"), to: date("2026-11-21"),
      .week(WeekPlan([.saturday: DayPlan([try service("10:00", "12:20")])]))))
  let usual = try daily([service("07:00", "18:00")])
  let location = Location(building: "Hall")
  let site = try await TestSite([
    place("a/x/1", "One", location: location, hours: Schedule(zone: usual.zone, layers: usual.layers + [holiday])),
    place("a/x/2", "Two", hours: usual),
  ])
  let text = try await site.get("/a").text
  let row = try #require(
    text.firstMatch(of: /<li class="place" data-id="a\/x\/1" data-state="open" data-soon[^>]*>\n(.*?)\n<\/li>/.dotMatchesNewlines()))
  #expect(
    "\(row.output.1)" == """
      <h3><a class="name" href="/places/a/x/1" dir="auto">One</a></h3>
      <p class="state"><span class="mark" aria-hidden="true"></span><span class="sentence">Closes in 20 min</span> <span class="special" title="Break">special hours</span></p>
      <p class="where"><bdi>Hall</bdi></p>
      """)
  #expect(text.matches(of: /class="special"/).count == 1)
}

@Test("If nothing is open, the page says so, and what opens next")
func nothingIsOpen() async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([service("07:00", "18:00")]))], at: "2026-11-21T23:30:00-05:00")
  let text = try await site.get("/a").text
  #expect(text.contains("<h1 id=\"answer\"><span>Nothing is open</span></h1>"))
  #expect(
    text.contains(
      "<span id=\"next-opening\" data-id=\"a/x/1\">Next: <bdi>One</bdi> <span class=\"opens\">opens tomorrow 07:00</span>.</span>"))
}

@Test("Chips switch filters on and off, whatever else is chosen")
func chips() async throws {
  let site = try await TestSite([place("a/x/1", "One", hours: daily([service("07:00", "18:00")]))])
  func chips(_ query: String) async throws -> [String: (address: String, isOn: Bool)] {
    let text = try await site.get("/a" + query).text
    let chips = text.matches(of: /<a class="chip" href="([^"]*)"[^>]*?( aria-current="true")?>([^<]*)</)
    return Dictionary(
      uniqueKeysWithValues: chips.map {
        (String($0.output.3), (String($0.output.1).replacing("&amp;", with: "&"), $0.output.2 != nil))
      })
  }
  let food = "dining-hall,cafe,restaurant,fast-food"
  let none = try await chips("")
  #expect(none["Food"]?.address == "/a?category=\(food)" && none["Food"]?.isOn == false)
  #expect(none["Open now"]?.address == "/a?open=now" && none["Now"]?.isOn == true)
  let some = try await chips("?q=x&category=\(food)&page=2&open=now")
  #expect(some["Food"]?.address == "/a?q=x&open=now" && some["Food"]?.isOn == true)
  #expect(some["Coffee"]?.address == "/a?q=x&open=now&category=cafe" && some["Coffee"]?.isOn == false)
  #expect(some["Open now"]?.address == "/a?q=x&category=\(food)" && some["Open now"]?.isOn == true)
  // A list of open places stays one at another time.
  #expect(some["Tomorrow"]?.address == "/a?q=x&category=\(food)&open=tomorrow")
  let then = try await chips("?at=tomorrow")
  #expect(then["Open then"]?.address == "/a?open=tomorrow" && then["Tomorrow"]?.isOn == true && then["Now"]?.address == "/a")
  #expect(try await chips("?open=tomorrow")["Open then"]?.address == "/a?at=tomorrow")
}
