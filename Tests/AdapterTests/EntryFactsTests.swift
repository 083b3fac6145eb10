import FeedKit
import Testing

/// Facts fill gaps and never replace values of the feed.
@Suite struct EntryFactsTests {
  private func draft(_ entry: (EntryID, Feed) -> Entry) throws -> Entry {
    var facts = EntryFacts()
    facts.category = .study
    facts.lines[.categoryLabel] = "Lounge"
    facts.location = Location(building: "Guild", region: "north", coordinate: Coordinate(latitude: 1, longitude: 2))
    facts.contact = Contact(phone: "1", email: "a@b.example")
    facts.links = [Link(.menu, try #require(WebAddress("https://a.example/menu")))]
    let (campus, id, adapter) = (CampusID("here"), FeedID("here/list"), AdapterID("list"))
    let entryID = try #require(EntryID("here/list/1"))
    let feed = Feed(
      id: try #require(id), campus: Campus(id: try #require(campus), name: "Here"), adapter: try #require(adapter), addresses: [:],
      facts: [entryID: facts])
    var draft = FeedDraft(for: feed)
    draft.add(entry(entryID, feed), at: RecordPointer(request: FeedRequest("list", addresses: []), parent: "", index: 0))
    return try #require(draft.entries.first)
  }

  private func entry(_ id: EntryID, _ feed: Feed, _ place: Place, links: [Link] = []) -> Entry {
    Entry(
      id: id, campus: feed.campus.id, name: "A", links: links, sources: [SourceReference(feed: feed.id, record: "1")],
      details: .place(place))
  }

  @Test func gapsAreFilled() throws {
    let entry = try draft { self.entry($0, $1, Place(category: .other)) }
    let place = try #require(entry.place)
    #expect(place.category == .study && place.categoryLabel == "Lounge" && place.contact == Contact(phone: "1", email: "a@b.example"))
    #expect(place.location == Location(building: "Guild", region: "north", coordinate: Coordinate(latitude: 1, longitude: 2)))
    #expect(entry.links.map(\.relation) == [.menu])
  }

  @Test func feedTakesPrecedenceOverFacts() throws {
    let home = Link(.website, try #require(WebAddress("https://a.example/")))
    let menu = Link(.menu, try #require(WebAddress("https://a.example/menu")))
    let known = Location(building: "Hall", coordinate: Coordinate(latitude: 3, longitude: 4))
    let entry = try draft {
      self.entry(
        $0, $1, Place(category: .cafe, categoryLabel: "Café", location: known, contact: Contact(phone: "2")), links: [home, menu])
    }
    let place = try #require(entry.place)
    #expect(place.category == .cafe && place.categoryLabel == "Café" && place.contact == Contact(phone: "2", email: "a@b.example"))
    #expect(place.location == Location(building: "Hall", region: "north", coordinate: Coordinate(latitude: 3, longitude: 4)))
    #expect(entry.links == [menu, home])
  }

  @Test func otherKindsOnlyGetLinks() throws {
    let entry = try draft { id, feed in
      Entry(id: id, campus: feed.campus.id, name: nil, sources: [], details: .quote(Quote(text: "x")))
    }
    #expect(entry.details == .quote(Quote(text: "x")) && entry.links.count == 1)
  }
}
