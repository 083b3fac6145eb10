import AdapterWorkbench
import FeedKit
import Testing

/// The raw values from which the values of an entry may come.
@Suite struct RawValuesTests {
  /// The pointers behind a field of an entry.
  private func pointers(_ field: String, _ values: RawValues) throws -> [String] {
    try #require(values.origins.first { $0.field == field }).raw.map(\.pointer)
  }

  private func values(_ raw: [(pointer: String, json: String)]) throws -> RawValues {
    var place = Place(category: .cafe)
    place.location.address = "12 Lake Road, Lakeside"
    let feed = try #require(FeedID("town/cafes"))
    let entry = Entry(
      id: try #require(EntryID(feed: feed, record: "North-7")), campus: feed.campus, name: "North Star",
      sources: [SourceReference(feed: feed, record: "North-7")], details: .place(place))
    return RawValues(of: entry, from: raw)
  }

  @Test func equalValuesComeBeforeSimilarOnes() throws {
    let found = try values([
      ("/about", "\"The North Star is by the lake.\""), ("/title", "\"<b>North Star</b>\""), ("/street", "\"12 Lake Road\""),
      ("/town", "\"Lakeside\""),
    ])
    #expect(try pointers("name", found) == ["/title"])
    #expect(try pointers("location.address", found) == ["/street", "/town"])
    #expect(found.unused.map(\.pointer) == ["/about"])
  }

  /// A truth value is equal to every other one, so its name decides.
  @Test func truthValuesHaveTheNameOfTheField() throws {
    let feed = try #require(FeedID("town/events"))
    let day = try #require(LocalDate("2026-12-01"))
    var event = Event(startDate: day, endDate: day)
    (event.isOnline, event.endUnknown) = (true, true)
    let entry = Entry(
      id: try #require(EntryID(feed: feed, record: "7")), campus: feed.campus, name: "Talk",
      sources: [SourceReference(feed: feed, record: "7")], details: .event(event))
    let found = RawValues(of: entry, from: [("/free", "true"), ("/is_online", "true"), ("/featured", "true")])
    #expect(try pointers("online", found) == ["/is_online"])
    #expect(try pointers("endUnknown", found) == [])
    #expect(found.unused.map(\.pointer) == ["/free", "/featured"])
  }

  @Test func theKeyIsUsed() throws {
    let found = try values([("/key", "\"North-7\""), ("/rank", "7"), ("/name", "\"North Star\""), ("/note", "null")])
    #expect(found.unused.map(\.pointer) == ["/rank"])
  }
}
