import AdapterWorkbench
import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import Testing

/// Replies that a built-in adapter reads are recognized, and not claimed for another one.
@Suite struct KnownReplyTests {
  /// - Parameter hasAddress: whether the address is known, which may name the place.
  @Test(arguments: [(true, 180), (false, 130)]) func noReplyIsThatOfAnotherAdapter(hasAddress: Bool, atLeast: Int) async throws {
    var known = 0
    for test in FixtureCase.all {
      for feed in test.registry.feeds {
        guard let adapter = test.registry.adapter(feed.adapter), let request = try await adapter.requests(for: feed).first,
          let body = try? Data(contentsOf: test.folder.appendingPathComponent("\(feed.id)/\(request.name).\(request.format.rawValue)"))
        else { continue }
        let zone = try #require(feed.campus.timeZone ?? Zone("UTC"))
        let found = await KnownReply.adapter(
          for: Array(body), from: hasAddress ? request.addresses.first?.url : nil, among: Registry().adapters, zone: zone,
          receivedAt: test.recorded.at)
        #expect(found == nil || found?.id == feed.adapter, "\(test.name): \(found.map { "\($0.id)" } ?? "")")
        if found != nil { known += 1 }
      }
    }
    #expect(known >= atLeast)
  }

  private func known(_ body: String, _ address: String?) async throws -> String {
    let found = await KnownReply.adapter(
      for: Array(body.utf8), from: address, among: Registry().adapters, zone: try #require(Zone("Europe/Berlin")),
      receivedAt: try #require(Instant("2026-11-23T11:00:00Z")))
    return found.map { "\($0.id) \($0.entries) \($0.address ?? "-")" } ?? "-"
  }

  @Test(arguments: [
    // The place is a part of the address. A feed of menus has the date of each request in its address.
    (
      #"[{"id": 1, "name": "Eintopf", "category": "Suppe", "notes": [], "prices": {"Studierende": 2.5, "Bedienstete": 4.1}}]"#,
      "https://mensa.example.edu/canteens/4/days/2026-11-23/meals",
      "studentenwerk-dresden 1 https://mensa.example.edu/canteens/4/days/{date}/meals"
    ),
    (#"[{"id": 1, "name": "Eintopf", "category": "Suppe", "notes": [], "prices": {"Studierende": 2.5}}]"#, nil, "-"),
    // The prices of another service have other names.
    (
      #"[{"id": 1, "name": "Eintopf", "category": "Suppe", "notes": [], "prices": {"students": 2.5, "others": 4.1}}]"#,
      "https://openmensa.example.org/api/v2/canteens/4/days/2026-11-23/meals", "-"
    ),
    (
      #"<openmensa version="2.1" xmlns="http://openmensa.org/open-mensa-v2"><canteen><name>Mensa</name><day date="2026-11-23"><category name="A"><meal><name>Eintopf</name></meal></category></day></canteen></openmensa>"#,
      "https://om.example.edu/a.xml", "openmensa 1 https://om.example.edu/a.xml"
    ),
    (
      #"<root><resto id="r1"><menu date="2026-11-23"><![CDATA[<h2>midi</h2><h4>Plats</h4><ul class="liste-plats"><li>Chili</li></ul>]]></menu></resto></root>"#,
      nil, "crous 1 -"
    ),
    ("<plan><day date=\"2026-11-23\"><meal name=\"Soup\"/></day></plan>", nil, "-"),
  ])
  func replies(body: String, address: String?, expected: String) async throws {
    #expect(try await known(body, address) == expected)
  }

  @Test func platforms() {
    let feed = #"<?xml version="1.0"?><openmensa version="2.1"><canteen><day date="2026-11-23"/></canteen></openmensa>"#
    #expect(KnownReply.platform(of: Array(feed.utf8))?.adapter == AdapterID("openmensa"))
    #expect(KnownReply.platform(of: Array("<rss/>".utf8)) == nil && KnownReply.platform(of: Array("BEGIN:VCALENDAR".utf8)) == nil)
  }
}
