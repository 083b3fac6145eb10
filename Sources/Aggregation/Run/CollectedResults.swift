import Basics
import CampusCatalog
import FeedKit
import OpeningHours

/// The results of feeds by number. Reports and entries are in arrays of their own, because there may be very many feeds.
struct CollectedResults: Sendable {
  /// The reports, before the merge. Feeds without a result have a placeholder.
  private(set) var reports: [FeedReport]
  /// The entries; nil if there are none.
  private(set) var contents: [CatalogParts.Part?]
  private var priorities: [Int]
  /// The numbers of the feeds that the recording lacks.
  private(set) var missing: Set<Int> = []
  /// When the newest reply was received.
  private(set) var receivedAt: Instant?
  /// How long it took to read each feed; nil if it was not requested.
  private(set) var durations: [Duration?]
  /// The errors of the store, by feed.
  private(set) var errors: [Int: StoreError] = [:]
  /// The recorded replies that become the last good results at the end of the run.
  private var replies: [Int: [FeedReply]] = [:]
  /// The results of catalogs, and of the feeds that they delivered. Their entries are in `contents`.
  private var upstream: [Int: FeedResult] = [:]

  /// Creates a value without results for the feeds of a plan.
  init(of plan: Plan) {
    reports = plan.readings.map { FeedReport(id: $0.feed.id, adapter: $0.feed.adapter, outcome: .absent) }
    contents = Array(repeating: nil, count: reports.count)
    priorities = plan.readings.map(\.feed.priority)
    durations = Array(repeating: nil, count: reports.count)
  }

  init(_ results: [FeedResult]) {
    reports = results.map(\.report)
    contents = Array(repeating: nil, count: results.count)
    priorities = results.map(\.priority)
    durations = Array(repeating: nil, count: results.count)
    for (index, result) in results.enumerated() { add(result, of: index) }
  }

  /// Adds the result of a feed; nil if the recording lacks it.
  mutating func add(_ result: FeedResult?, of index: Int) {
    guard var result else {
      missing.insert(index)
      return
    }
    reports[index] = result.report
    contents[index] = result.content
    if let error = result.storeError { errors[index] = error }
    durations[index] = result.duration
    if !result.replies.isEmpty { replies[index] = result.replies }
    if let time = result.receivedAt { receivedAt = max(receivedAt ?? time, time) }
    if result.upstream != nil || result.catalog != nil {
      (result.content, result.ids, result.pointers, result.replies, result.confirmations) = (nil, [], [], [], [])
      upstream[index] = result
    }
  }

  /// Returns the result of a feed, which has no ids and no pointers.
  func result(of index: Int) -> FeedResult {
    var result = upstream[index] ?? FeedResult(reports[index], priority: priorities[index])
    result.content = contents[index]
    result.storeError = errors[index]
    result.duration = durations[index]
    result.replies = replies[index] ?? []
    return result
  }

  /// Returns where the entries of a feed are from: a catalog, or the feed itself.
  func origin(of index: Int) -> FeedID { upstream[index]?.catalog ?? reports[index].id }

  /// The numbers of the feeds that have a result.
  var present: some Sequence<Int> { reports.indices.lazy.filter { !missing.contains($0) } }

  /// The errors of the store.
  var storeErrors: [StoreError] { errors.sorted { $0.key < $1.key }.map(\.value) }
}
