import CampusCatalog
import FeedCore

extension GuideAdapter {
  static let card: AdapterManifest = {
    guard let id = AdapterID("guide"), let feed = FeedID("everywhere/guides") else { preconditionFailure("the names are constants") }
    return AdapterManifest(
      id: id, version: 1, title: "Guidebook upcoming guides",
      summary: "Public event guides with their dates, some with a city.",
      homepage: "https://guidebook.com/",
      licence: "No licence is stated.",
      requests: ["guides"],
      defaultFeeds: [
        .init(
          id: feed,
          addresses: [
            "guides": [
              FeedAddress("https://builder.guidebook.com/service/v2/upcomingGuides/"),
              FeedAddress("https://www.guidebook.com/service/v2/upcomingGuides/"),
            ]
          ])
      ],
      cadence: 6 * 3600, isPaged: true)
  }()
}
