import CampusCatalog
import FeedKit
import Fetching
import Foundation
@testable import SnapshotStore
import Aggregation
import Testing

/// A store with rows in every table, and its answers.
struct HistoryFile {
  let places: HistorySample
  let stream: HistorySample

  init() throws {
    places = try HistorySample("penn/dining")
    stream = try HistorySample("everywhere/quotes")
  }

  /// Adds one step of history: a result of each feed, a run of both, the progress of a watch, a favorite, a host.
  func add(_ number: Int, to store: SnapshotStore) async throws {
    let names = Dictionary(uniqueKeysWithValues: (number..<number + 12).map { ("p\($0)", "Place \($0) at \(number / 2)") })
    let quotes = Dictionary(uniqueKeysWithValues: (number..<number + 3).map { ("q\($0)", "Quote \($0)") })
    let updates = [
      (places, try places.update(try places.lines(names), at: number * 60)),
      (stream, try stream.update(try stream.lines(quotes), at: number * 60, isStream: true)),
    ]
    for (_, update) in updates { try await store.commit(update) }
    try await store.keep(at: number * 60, updates.map { (sample: $0.0, update: $0.1) })
    if let run = try await store.runs(limit: 1).first { try await store.setProgress(run, of: "watch") }
    let entry = try #require(EntryID(feed: places.feed, record: "p\(number)"))
    try await store.addFavorite(Favorite(id: entry, name: "Place \(number)", addedAt: HistorySample.time(number)))
    var host = HostState(origin: "https://example-\(number).org:443")
    host.failures = number
    try await store.commit([HostUpdate(host)])
  }

  /// All answers of the store, one per line.
  ///
  /// - Throws: when it refuses one of them.
  func answers(of store: SnapshotStore) async throws(StoreError) -> [String] {
    var answers: [String] = []
    let states = try await store.states(of: [places.feed, stream.feed])
    for feed in [places.feed, stream.feed] {
      guard let state = states[feed] else { continue }
      answers.append("state \(state.lastGood.map { "\($0)" } ?? "none") \(state.requests) \(state.failures)")
      answers.append("entries \(try await store.entries(of: feed).sha256)")
    }
    for record in try await store.snapshots() {
      answers.append("snapshot \(record.id) of \(record.feed) at \(record.acceptedAt), \(record.added) \(record.changed) \(record.gone)")
      answers.append("changes \(try await store.changes(of: record.id))")
      for reply in try await store.replies(of: record.id) { answers.append("reply \(reply)") }
      if let lines = try await store.lines(of: record.id) { answers.append("lines \(lines.bytes.sha256)") }
    }
    for run in try await store.runs() { answers.append("run \(run.id) \(try await written(run, in: store))") }
    for record in (0..<12).map({ "p\($0)" }) + ["q0", "q3"] {
      guard let id = EntryID(feed: record.hasPrefix("p") ? places.feed : stream.feed, record: record) else { continue }
      answers.append("versions of \(id): \(try await store.versions(of: id))")
    }
    answers.append("told \(try await store.progress(of: "watch"))")
    answers.append("favorites \(try await store.favorites())")
    answers.append("hosts \(try await store.hosts())")
    return answers
  }

  /// The catalog of a run, by its hash.
  private func written(_ run: RunRecord, in store: SnapshotStore) async throws(StoreError) -> String {
    let parts = try await store.catalog(of: run)
    do { return try parts.written().sha256 } catch let error as StoreError { throw error } catch {
      throw StoreError(.storeCorrupt, "\(error)")
    }
  }
}
