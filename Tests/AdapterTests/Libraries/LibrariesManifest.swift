import CampusCatalog
import FeedCore

extension LibrariesAdapter {
  static let card: AdapterManifest = {
    guard let id = AdapterID("libraries"), let feed = FeedID("example/libraries") else { preconditionFailure("the names are constants") }
    return AdapterManifest(
      id: id, version: 1, title: "Library hours",
      summary: "Libraries of a campus with weekly hours.",
      homepage: "https://libraries.example.edu/",
      licence: "No licence is stated.",
      requests: ["libraries"],
      defaultFeeds: [
        .init(id: feed, addresses: ["libraries": [FeedAddress("https://libraries.example.edu/hours.json")]])
      ],
      cadence: 6 * 3600)
  }()
}
