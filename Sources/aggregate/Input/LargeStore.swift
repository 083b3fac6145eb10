import Aggregation
import CampusCatalog
import CatalogQuery
import FeedCore
import OpeningHours
import SnapshotStore

/// A store whose catalog is too large to be looked through for each question: its places stand in an index beside it.
struct LargeStore {
  /// From so many entries on.
  static let threshold = 20_000
  /// How many places a list shows when nobody says.
  static let standardLimit = 100

  /// What the feeds are like, without their entries.
  let heads: Aggregator.Run
  let index: CatalogIndex
  private let path: String

  /// Nil for a store that is not large, that is not there, or that can have no index.
  ///
  /// - Parameters:
  ///   - source: its campuses and feeds are not looked at: an index is of all feeds.
  ///   - moment: the moment that is asked about.
  init?(
    _ stored: StoredCatalog, _ source: SourceOptions, _ settings: Settings, _ registry: Registry, at moment: Instant
  ) async throws(Failure) {
    guard let store = try StoredCatalog.open(stored.path) else { return nil }
    var all = source
    all.at = moment.description
    let chosen = try all.choose(Selection(), in: registry)
    let feeds = chosen.plan.readings.map(\.feed.id)
    let states = try await Self.states(of: feeds, in: store)
    guard states.values.reduce(0, { $0 + ($1.lastGood?.entries ?? 0) }) >= Self.threshold else { return nil }
    let fingerprint = try Self.fingerprint(chosen.registry, source, settings, at: moment)
    let key = IndexKey(states: states, registry: fingerprint)
    path = "\(stored.path).index"
    if let index = CatalogIndex.open(path: path, key: key) {
      self.index = index
    } else {
      Console.error("aggregate: the store is large and has changed; making its index, \(path), takes a while …")
      let run = try await stored.run(chosen, store)
      // What another run has changed meanwhile must not stand under the key of before.
      guard IndexKey(states: try await Self.states(of: feeds, in: store), registry: fingerprint) == key else { return nil }
      do {
        index = try CatalogIndex.build(run.parts, key: key, at: moment, path: path)
      } catch {
        let why = (error as? StoreError).map { "\($0.detail) (\($0.reason))" } ?? "what the store keeps can not be read"
        Console.error("aggregate: no index was made: \(why)")
        return nil
      }
    }
    heads = try await stored.run(chosen, HeadStore(store))
  }

  /// Nil for a question that an index can not answer, and when it turns out to be damaged: it is deleted then.
  func answer(_ query: PlaceQuery, by rule: StatusRule) -> Answer<PlaceListing>? {
    do throws(StoreError) {
      return try index.answer(query, by: rule)
    } catch {
      Console.error("aggregate: the index can not be used: \(error.detail) (\(error.reason)); it is made anew with the next question")
      CatalogIndex.remove(path: path)
      return nil
    }
  }

  private static func states(of feeds: [FeedID], in store: SnapshotStore) async throws(Failure) -> [FeedID: FeedState] {
    do throws(StoreError) { return try await store.states(of: feeds) } catch {
      throw Failure(.local, "\(error.detail) (\(error.reason))")
    }
  }

  /// All that decides what becomes of the feeds' results.
  private static func fingerprint(
    _ registry: Registry, _ source: SourceOptions, _ settings: Settings, at moment: Instant
  ) throws(Failure) -> String {
    var parts = [Version.text, registry.correctionsInForce(at: moment).map { $0 ? "1" : "0" }.joined()]
    for path in settings.list("config", flags: source.configs) {
      parts.append(String(decoding: try InputFile.read(path, "the registry file", otherwise: .configuration), as: UTF8.self))
    }
    return parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
  }
}
