import CampusCatalog
import FeedCore

extension PennAdapter {
  static let card: AdapterManifest = {
    guard let id = AdapterID("penn"), let feed = FeedID("penn/dining") else { preconditionFailure("the names are constants") }
    return AdapterManifest(
      id: id, version: 1, title: "Penn dining venues",
      summary: "Dining halls and retail venues with the hours of a week, as Penn Labs serves them to its apps.",
      homepage: "https://pennlabs.org/",
      licence: "No licence is stated; the feed is public and made for apps.",
      requests: ["venues"],
      defaultFeeds: [
        .init(
          id: feed,
          addresses: [
            "venues": [
              FeedAddress("https://pennmobile.org/api/dining/venues/?format=json"),
              FeedAddress("https://pennlabs.github.io/backup-data/venues.json", isFrozen: true),
            ]
          ])
      ],
      cadence: 3600)
  }()
}
