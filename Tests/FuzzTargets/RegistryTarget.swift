import FeedKit
import FeedMapping
import Fetching
import OpeningHours
import SimdJSON

@testable import Aggregation

/// A registry file: errors are in it, and each feed, link and correction is the same when it is written and read again, as `aggregate work` does.
enum RegistryTarget {
  private static let file = "registry.json"

  static func check(_ bytes: [UInt8]) throws {
    let registry: Registry
    do throws(FileError) { registry = try Registry(campuses: []).adding(bytes, file: file) } catch {
      try require(error.file == file, "the error is in another file: \(error)")
      return try FilePlace(error).check(in: bytes, error.message)
    }
    for feed in registry.feeds {
      let slice = slice(of: feed, in: registry)
      let copy = try Registry(campuses: []).adding(slice, file: file)
      try require(copy.feeds.map(\.id) == [feed.id], "the slice has other feeds: \(text(slice))")
      for other in copy.feeds { try require(Values(other, copy) == Values(feed, registry), "the slice has another feed: \(text(slice))") }
      try require(copy.feeds.map { Self.slice(of: $0, in: copy) } == [slice], "the slice is not stable: \(text(slice))")
    }
    for campus in registry.campuses {
      let links = registry.links.filter { $0.ids.first?.feed?.campus == campus.id }
      let corrections = registry.corrections.filter { $0.id.feed?.campus == campus.id }
      let line = WorkLine.campus(WorkCampus(campus.id, campus, links: links, corrections: corrections)).bytes
      let document = try JSONDocument(parsing: line)
      let copy = try WorkLine(reading: document.root)
      try require(copy.bytes == line, "the line of the campus is not stable: \(text(line))")
    }
    // A second reading of the same file changes nothing.
    let again = try registry.adding(bytes, file: file)
    try require(again.campuses == registry.campuses, "the second reading changes campuses")
    try require(again.feeds.map { Values($0, again) } == registry.feeds.map { Values($0, registry) }, "the second reading changes feeds")
  }

  private static func slice(of feed: Feed, in registry: Registry) -> [UInt8] {
    var writer = JSONWriter()
    registry.writeSlice(of: feed, to: &writer)
    return writer.bytes
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The values of a feed that are needed to poll it.
  private struct Values: Equatable {
    let id: FeedID
    let campus: Campus
    let adapter: AdapterID
    let addresses: [String: [FeedAddress]]
    let hosts: [String]
    let headers: [Feed.Header]
    let cadence: Int
    let priority: Int
    let license: String?
    let limits: HTTPLimits?
    let facts: [EntryID: EntryFacts]
    let codes: String?
    let campuses: [CampusID]
    let mapping: String?

    init(_ feed: Feed, _ registry: Registry) {
      (id, campus, adapter, addresses, hosts, headers) = (feed.id, feed.campus, feed.adapter, feed.addresses, feed.hosts, feed.headers)
      (cadence, priority, license, limits, facts) = (feed.cadence, feed.priority, feed.license, feed.limits, feed.facts)
      (codes, campuses) = (feed.codes?.text, feed.campuses)
      mapping = (registry.feedAdapters[feed.id] as? MappingAdapter)?.mapping.text
    }
  }
}
