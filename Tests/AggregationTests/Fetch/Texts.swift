import CampusCatalog
import FeedKit
import Testing

/// Ids, addresses and bodies that many tests use.
enum Texts {
  static let venues = "https://penn.example/venues"
  static let facilities = "https://gmu.example/facilities"
  static let alerts = "https://gmu.example/alerts"
  static let guides = "https://guides.example/guides"
  static let quotes = "https://quotes.example/quotes"
  /// The secret in the header of Penn's feed.
  static let secret = "s3cr3t-of-the-test"

  static func feed(_ text: String) throws -> FeedID { try #require(FeedID(text)) }

  /// Penn with a secret header, What's Open with and without its optional alerts, guides and quotes.
  static let registry = #"""
    {"feeds":[
      {"id":"penn/dining","adapter":"penn","cadence":"PT1H","addresses":{"venues":["https://penn.example/venues"]},
       "headers":{"X-Api-Key":"${PENN_KEY}"}},
      {"id":"gmu/whats-open","adapter":"whats-open","cadence":"PT15M",
       "addresses":{"facilities":["https://gmu.example/facilities"],"alerts":[]}},
      {"id":"gmu/alerted","adapter":"whats-open","cadence":"PT15M",
       "addresses":{"facilities":["https://gmu.example/facilities"],"alerts":["https://gmu.example/alerts"]}},
      {"id":"everywhere/guides","adapter":"guide","cadence":"PT1H","addresses":{"guides":["https://guides.example/guides"]}},
      {"id":"everywhere/quotes","adapter":"quotes","cadence":"PT1H","addresses":{"quotes":["https://quotes.example/quotes"]}}]}
    """#

  /// Venues with consecutive ids.
  static func venues(_ count: Int, from first: Int = 1, name: String = "Venue") -> String {
    "[\((first..<first + count).map { #"{"id":\#($0),"name":"\#(name) \#($0)","address":"1 Walk","days":[]}"# }.joined(separator: ","))]"
  }

  static func facilities(_ names: String...) -> String {
    let records = names.map {
      #"{"slug":"\#($0.lowercased())","facility_name":"\#($0)","facility_location":{"building":"Hall"},"#
        + #""facility_category":{"name":"Office"},"main_schedule":{"name":"x","open_times":[]}}"#
    }
    return "[\(records.joined(separator: ","))]"
  }

  static func alert(_ id: Int, _ subject: String) -> String {
    #"[{"id":\#(id),"urgency_tag":"info","subject":"\#(subject)","body":""}]"#
  }

  static func guides(_ ids: ClosedRange<Int>, name: String = "Guide") -> String {
    let records = ids.map {
      #"{"url":"/guide/\#($0)","name":"\#(name) \#($0)","startDate":"Jun 02, 2026","endDate":"Jun 03, 2026","loginRequired":false}"#
    }
    return #"{"data":[\#(records.joined(separator: ","))]}"#
  }
}
