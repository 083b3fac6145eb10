import FeedKit
import FeedMapping
import Testing

/// Mappings of feeds in XML.
@Suite struct XMLMappingTests {
  private static let mapping = """
    {"format": "xml", "entries": "event", "records": "/channel/item", "id": "/guid", "name": "/title", "description": {"html": "/about"},
     "labels": "/category", "tags": {"each": "/topics/topic", "take": ""}, "skip": {"at": "/private", "is": "1"},
     "times": {"starts": "/start", "ends": "/end"}, "links": [{"rel": "website", "href": "/link/@href"}]}
    """

  @Test func elementsOfRSS() async throws {
    let body = """
      <?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
      <item><guid isPermaLink="false">a1</guid><title>Quiz &amp; Fair</title><category>Fun</category><category>Free</category><link href="https://example.edu/1"/>
      <topics><topic>Music &amp; Sound</topic></topics><start>2026-11-24T19:00:00.0000000-05:00</start><end>2026-11-24T21:00:00.0000000-05:00</end>
      <about><![CDATA[<p>Bring friends</p>]]></about><link href="https://example.edu/2"/></item>
      <item><guid>a2</guid><title>Talk</title><category/><topics></topics><start>2026-11-25T12:00:00-05:00</start><end/></item>
      <item><guid>a3</guid><title>Board</title><private flag="x">1</private><start>2026-11-25</start></item>
      <item><guid>a4</guid></item></channel></rss>
      """
    let draft = try await MappingCase(Self.mapping).read(body)
    #expect(draft.entries.map { "\($0.id.record) \($0.name ?? "")" } == ["a1 Quiz & Fair", "a2 Talk"])
    let first = try #require(draft.entries.first)
    #expect(first.labels == ["Fun", "Free"])
    #expect(first.tags == ["Music & Sound"])
    #expect(first.description == "Bring friends")
    #expect(first.links.map(\.href.description) == ["https://example.edu/1"])
    #expect(draft.entries.map(\.event?.endUnknown) == [false, true])
    #expect(draft.entries[1].labels == [] && draft.entries[1].tags == [])
    #expect(draft.skipped == 1)
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["schema.missing /channel/item/3", "record.skipped "])
  }

  @Test(arguments: [
    ("<rss><channel></channel></rss>", 0),
    ("<rss><channel><item><guid>1</guid><title>A</title><start>2026-11-24</start></item></channel></rss>", 1),
    ("<rss><channel/></rss>", 0), ("<rss/>", nil), ("<feed><entry/></feed>", nil), ("<rss><channel><item></channel></rss>", nil),
    ("{}", nil), ("<!DOCTYPE rss [<!ENTITY a 'b'>]><rss><channel>&a;</channel></rss>", nil),
  ])
  func listsOfRecords(_ body: String, _ count: Int?) async throws {
    let test = try MappingCase(Self.mapping)
    guard let count else {
      await #expect(throws: AdapterError.self) { try await test.read(body) }
      return
    }
    #expect(try await test.read(body).entries.count == count)
  }

  @Test(arguments: [
    ("<vegan>true</vegan><spicy>0</spicy>", ["Vegan"]), ("<vegan>1</vegan><spicy x=\"1\">false</spicy>", ["Vegan"]),
    ("<vegan>false</vegan><spicy>1</spicy>", ["Spicy"]), ("<vegan/>", []), ("<vegan name=\"1\">1</vegan>", ["Vegan"]),
  ])
  func flags(_ elements: String, _ labels: [String]) async throws {
    let mapping = """
      {"format": "xml", "records": "/place", "id": "/@id", "name": "/name", "labels": {"flags": {"Vegan": "/vegan", "Spicy": "/spicy"}}}
      """
    let draft = try await MappingCase(mapping).read("<places><place id=\"x\"><name>Hall</name>\(elements)</place></places>")
    #expect(draft.entries.first?.labels == labels && draft.notes.isEmpty, "\(draft.notes)")
  }

  @Test func hoursInAttributes() async throws {
    let mapping = """
      {"format": "xml", "records": "/place", "id": "/@id", "name": "/name",
       "hours": {"week": {"each": "/day", "day": "/@name", "opens": "/@from", "closes": "/@to"}}}
      """
    let body = "<places><place id=\"x\"><name>Hall</name><day name=\"mon\" from=\"8am\" to=\"5pm\"/></place></places>"
    let hours = try #require(try await MappingCase(mapping).read(body).entries.first?.place?.hours)
    #expect(hours.plan(on: try #require(LocalDate("2026-11-23"))).services.count == 1)
    #expect(hours.plan(on: try #require(LocalDate("2026-11-24"))) == .closed)
  }
}
