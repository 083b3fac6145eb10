import FeedKit

/// A feed with the days of a canteen, as a metafeed refers to it.
struct MenuFeed {
  let address: WebAddress
  /// The web page that the feed is made from.
  let source: WebAddress?
  private let name: String

  private init?(_ element: XMLElement) throws(FieldError) {
    guard let address = try element.line("url").flatMap({ WebAddress($0) }) else { return nil }
    self.address = address
    source = try element.line("source").flatMap { WebAddress($0) }
    name = element.attribute("name") ?? ""
  }

  /// Returns all feeds of a canteen, the one with the most days first: "full", then any other, then "today", which has only one day.
  static func all(of canteen: XMLElement) throws(FieldError) -> [MenuFeed] {
    var feeds: [MenuFeed] = []
    for element in canteen.elements("feed") {
      if let feed = try MenuFeed(element) { feeds.append(feed) }
    }
    return feeds.sorted { ($0.rank, $0.name, $0.address.description) < ($1.rank, $1.name, $1.address.description) }
  }

  private var rank: Int { name == "full" ? 0 : name == "today" ? 2 : 1 }
}
