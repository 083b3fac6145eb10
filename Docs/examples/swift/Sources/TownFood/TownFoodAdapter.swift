import FeedKit

/// Reads the food stalls of a town: `{"stalls": [{"no": 7, "name": "Soup Corner", "street": "Mill Lane 2", "lat": 54.1, "lon": 12.1}]}`.
struct TownFoodAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "town-food", version: 1, title: "Town food stalls", summary: "Food stalls.", homepage: "https://town.example/food",
    license: "CC0", requests: ["list"], cadence: 3600)

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    for reply in replies {
      let document = try draft.open(reply)
      let records: JSONValue
      do { records = try document.root.requiredArray("stalls") } catch { throw AdapterError(shape: error, in: reply.request) }
      draft.readRecords(records, at: "/stalls", in: reply) { (stall, _) throws(JSONFieldError) in
        let key = String(try stall.requiredInteger("no"))
        guard let id = EntryID(feed: feed.id, record: key) else { throw stall.fault(.value, "\"no\" is not a key") }
        var place = Place(category: .restaurant)
        place.location.address = try stall.line("street")
        if let latitude = try stall.double("lat"), let longitude = try stall.double("lon") {
          place.location.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        return Entry(
          id: id, campus: feed.campus.id, name: try stall.requiredLine("name"),
          sources: [SourceReference(feed: feed.id, record: key)], details: .place(place))
      }
    }
  }
}
