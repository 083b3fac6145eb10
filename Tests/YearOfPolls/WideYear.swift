import CampusCatalog

/// Thirty feeds with thirty places each: ten campuses in four zones, each with dining venues, facilities and places. All servers have entity tags.
enum WideYear {
  static let campuses: [(id: String, zone: String, country: String)] = (1...10).map { number in
    let (zone, country) = [
      ("America/New_York", "US"), ("America/Los_Angeles", "US"), ("America/Chicago", "US"), ("Europe/London", "GB"),
    ][number % 4]
    return ("campus-\(number)", zone, country)
  }

  private static let places = 30
  /// The feed whose server is down every three days.
  private static let unreliable = "campus-4/dining"

  /// The campuses and feeds as a registry file.
  static var registry: String {
    let campuses = campuses.enumerated().map { number, campus in
      """
      {"id":"\(campus.id)","name":"Campus \(number + 1)","timeZone":"\(campus.zone)","country":"\(campus.country)",\
      "location":{"latitude":\(campus.country == "GB" ? 53.4 : 38.83),"longitude":\(campus.country == "GB" ? -2.96 : -77.3)}}
      """
    }
    let kinds = [("dining", "penn", "venues"), ("facilities", "whats-open", "facilities"), ("places", "places", "places")]
    let feeds = Self.campuses.flatMap { campus in
      kinds.map { kind, adapter, request in
        """
        {"id":"\(campus.id)/\(kind)","adapter":"\(adapter)","cadence":"PT15M",\
        "addresses":{"\(request)":["\(address(campus.id, kind))"]\(adapter == "whats-open" ? ",\"alerts\":[]" : "")}}
        """
      }
    }
    return "{\"campuses\":[\(campuses.joined(separator: ","))],\"feeds\":[\(feeds.joined(separator: ","))]}"
  }

  private static func address(_ campus: String, _ kind: String) -> String { "https://\(kind).\(campus).example.org/" }

  static func pages(from start: Int, days: Int) -> [MadeUpServers.Page] {
    campuses.enumerated().flatMap { index, campus in
      let feeds: [(String, any MadeUpFeed)] = [
        ("dining", DiningYear(campus: index + 1, venues: places)),
        ("facilities", FacilitiesYear(from: start, days: days, campus: index + 1, facilities: places)),
        ("places", PlacesYear(from: start, days: days, campus: index + 1, venues: places)),
      ]
      return feeds.map { kind, feed in
        let id = "\(campus.id)/\(kind)"
        return MadeUpServers.Page(
          prefix: address(campus.id, kind), feed: feed, hasTag: true, daysBetweenOutages: id == unreliable ? 3 : 30, id: id)
      }
    }
  }
}
