import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// A program in a tree of catalogs, with its own servers, clock and store.
struct CatalogLevel {
  var polling: Polling
  let feeds: [FeedID]

  /// - Parameters:
  ///   - campuses: the ids of campuses that the registry adds.
  ///   - feeds: the feeds as JSON; all of them are read.
  ///   - more: further members of the registry file.
  init(campuses: [String] = [], _ feeds: [String], more: String = "", publicURL: String? = nil) throws {
    let places = campuses.map { #"{"id":"\#($0)","name":"The \#($0) College","timeZone":"Europe/London","country":"GB"}"# }
    polling = try Polling(
      #"{"campuses":[\#(places.joined(separator: ","))],"feeds":[\#(feeds.joined(separator: ","))]\#(more)}"#)
    polling.registry = polling.registry.published(at: publicURL.flatMap { WebAddress($0) })
    self.feeds = polling.registry.feeds.map(\.id).filter { id in feeds.contains { $0.contains("\"\(id)\"") } }
  }

  /// The registry entry of a feed of facilities.
  static func facilities(_ id: String, priority: Int = 0) -> String {
    #"{"id":"\#(id)","adapter":"whats-open","cadence":"PT15M","priority":\#(priority),"addresses":{"facilities":"https://\#(id.replacing("/", with: "."))/","alerts":[]}}"#
  }

  /// The registry entry of a catalog.
  static func catalog(_ id: String, _ campuses: [String], at url: String, priority: Int = 0) -> String {
    let list = campuses.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"id":"\#(id)","adapter":"catalog","campuses":[\#(list)],"priority":\#(priority),"addresses":{"catalog":"\#(url)"}}"#
  }

  /// Sets the facilities of a feed, in the building of the campus.
  func serve(_ feed: String, _ names: [String]) {
    polling.server.on("https://\(feed.replacing("/", with: "."))/", .ok(Self.list(names)))
  }

  static func list(_ names: [String]) -> String {
    let records = names.map {
      #"{"slug":"\#($0.lowercased().replacing(" ", with: "-"))","facility_name":"\#($0)","facility_location":{"building":"Hall"},"#
        + #""facility_category":{"name":"Office"},"main_schedule":{"name":"x","open_times":[]}}"#
    }
    return "[\(records.joined(separator: ","))]"
  }

  /// Makes the server of an address serve a catalog, with an ETag.
  func serve(_ catalog: Catalog, at url: String) {
    let bytes = CatalogWriter.bytes(of: catalog)
    polling.server.on(url, .page(String(decoding: bytes, as: UTF8.self), etag: "\"\(bytes.hashValue)\""))
  }

  /// Polls all feeds, due or not.
  func run(_ selected: [FeedID]? = nil, _ change: @escaping (inout PollOptions) -> Void = { $0.refresh = true }) async throws -> Catalog {
    try await polling.run(selected ?? feeds, change).catalog
  }
}

extension Catalog {
  func report(_ id: String) throws -> FeedReport {
    let found = feeds.first { $0.id.description == id }
    return try #require(found, "no \(id) among \(feeds.map(\.id))")
  }

  /// "stale http.503", "fresh".
  func outcome(_ id: String) throws -> String {
    let report = try report(id)
    return report.outcome.rawValue + (report.reason.map { " \($0)" } ?? "")
  }
}
