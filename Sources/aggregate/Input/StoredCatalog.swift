import Aggregation
import CampusCatalog
import FeedCore
import Foundation
import OpeningHours
import SnapshotStore

/// The latest catalog of a store, made without asking anybody and without writing anything.
struct StoredCatalog {
  let path: String
  let world: World

  /// What to do when a store has nothing.
  static let advice = "run `aggregate` first, name a file with --catalog, or see a built-in example with --sample"

  func run(_ chosen: SourceOptions.Chosen) async throws(Failure) -> Aggregator.Run {
    guard let store = try Self.open(path) else { throw Failure(.nothing, "there is no store at \(path) yet; \(Self.advice)") }
    return try await run(chosen, store)
  }

  /// What the store has of a selection.
  ///
  /// - Throws: exit 4 where it has none of it, exit 5 where it can not be read.
  func delivered(_ chosen: SourceOptions.Chosen) async throws(Failure) -> Aggregator.Run {
    let run = try await run(chosen)
    if let error = run.storeErrors.first { throw Failure(.local, "\(error.detail) (\(error.reason))") }
    guard run.feeds.contains(where: { $0.outcome.isDelivered || $0.outcome == .stale }) else {
      let what = chosen.selection == Selection() ? "nothing" : "nothing of what you selected"
      throw Failure(.nothing, "the store at \(path) has \(what) yet; \(await strangers(to: chosen.registry) ?? Self.advice)")
    }
    return run
  }

  /// Feeds that the store has results of and the registry does not know: they are those of a registry file.
  private func strangers(to registry: Registry) async -> String? {
    guard let store = try? Self.open(path), let snapshots = try? await store.snapshots() else { return nil }
    let strangers = Set(snapshots.map(\.feed)).filter { registry.feed($0) == nil }.sorted()
    guard let first = strangers.first else { return nil }
    let others = strangers.count > 1 ? " and \(strangers.count - 1) more" : ""
    return "it has results of \(first)\(others), which are of a registry file: name it with --config"
  }

  /// - Parameter store: what answers in the place of the file, such as a `HeadStore`.
  func run(_ chosen: SourceOptions.Chosen, _ store: any FeedStore) async throws(Failure) -> Aggregator.Run {
    let clock = SystemClock(fallback: world.now)
    var options = PollOptions()
    options.offline = true
    let transport = PoliteTransport(client: NobodyIsAsked(), settings: FetchSettings(), clock: clock, hosts: [], random: { 0 })
    let live = LiveSource(transport: transport, store: UnwritingStore(store), clock: clock, options: options)
    do throws(PlanError) {
      return try await Aggregator(registry: chosen.registry, live: live, jobs: 64).run(chosen.selection, at: chosen.moment, now: world.now)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// A store to read; nil where there is no file, or an empty one.
  static func open(_ path: String) throws(Failure) -> SnapshotStore? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    if size == 0 { return nil }
    if let store = try? SnapshotStore.open(path: path, readOnly: true) { return store }
    // One of an older version is brought to this one; what is wrong with others is told.
    do throws(StoreError) { return try SnapshotStore.open(path: path) } catch {
      throw Failure(.local, "\(error.detail) (\(error.reason))")
    }
  }
}

/// The client of a run that asks nobody.
private struct NobodyIsAsked: HTTPClient {
  private static let failure = HTTPFailure("offline", "nobody is asked")

  func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { throw Self.failure }

  func target(_ url: String, relativeTo base: HTTPTarget?) throws(HTTPFailure) -> HTTPTarget { throw Self.failure }
}
