import CampusCatalog
import FeedCore

extension WhatsOpenAdapter {
  static let card: AdapterManifest = {
    guard let id = AdapterID("whats-open"), let feed = FeedID("gmu/whats-open") else { preconditionFailure("the names are constants") }
    return AdapterManifest(
      id: id, version: 1, title: "What's Open",
      summary: "Facilities of a campus with main and special schedules, and its alerts.",
      homepage: "https://whatsopen.gmu.edu/",
      licence: "The server is Apache 2.0; no licence is stated for the data.",
      requests: ["facilities", "alerts"],
      defaultFeeds: [
        .init(
          id: feed,
          addresses: [
            "facilities": [FeedAddress("https://api.srct.gmu.edu/whatsopen/v2/facilities/")],
            "alerts": [FeedAddress("https://api.srct.gmu.edu/whatsopen/v2/alerts/")],
          ])
      ],
      cadence: 900)
  }()
}
