import CampusCatalog
import FeedCore

extension QuotesAdapter {
  static let card: AdapterManifest = {
    guard let id = AdapterID("quotes"), let feed = FeedID("everywhere/quotes") else { preconditionFailure("the names are constants") }
    return AdapterManifest(
      id: id, version: 1, title: "ZenQuotes",
      summary: "Quotes with their authors; every reply is another batch.",
      homepage: "https://zenquotes.io/",
      licence: "Free with a link to zenquotes.io; at most 5 requests in 30 seconds.",
      requests: ["quotes"],
      defaultFeeds: [.init(id: feed, addresses: ["quotes": [FeedAddress("https://zenquotes.io/api/quotes")]])],
      cadence: 6 * 3600, isStream: true)
  }()
}
