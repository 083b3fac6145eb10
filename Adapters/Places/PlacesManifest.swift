import CampusCatalog
import FeedCore

extension PlacesAdapter {
  static let card: AdapterManifest = {
    guard let id = AdapterID("places"), let feed = FeedID("liverpool/places") else { preconditionFailure("the names are constants") }
    return AdapterManifest(
      id: id, version: 1, title: "COMP228 eating venues",
      summary: "Places to eat on a campus with position, weekly hours and amenities.",
      homepage: "https://www.csc.liv.ac.uk/",
      licence: "No licence is stated; the data are made for a course.",
      requests: ["places"],
      defaultFeeds: [
        .init(
          id: feed,
          addresses: ["places": [FeedAddress("https://cgi.csc.liv.ac.uk/~phil/Teaching/COMP228/eating_venues/data.json")]])
      ],
      cadence: 6 * 3600, derivesIDs: true)
  }()
}
