import AdapterWorkbench
import Aggregation
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching

/// A trial read of a feed that is about to be added.
struct FeedTrial {
  /// The names of the entries; nil if the feed could not be read.
  let names: [String]?
  /// Why the feed could not be read.
  let problem: String

  /// Reads a feed from its server once, as `feeds check` does. Nothing is stored.
  static func live(_ id: FeedID, in registry: Registry, _ settings: Settings, allowsPrivate: Bool) async throws -> FeedTrial {
    let plan = try Plan(RunSelection(campuses: [], feeds: [id]), in: registry)
    var network = try NetworkChoices(allowsPrivate: allowsPrivate).source(settings, store: .open(MemoryStore())) { _ in }
    network.isProbe = true
    let run = try await CatalogRun.read(.network(network, plan), now: settings.environment.now)
    if let error = await run.finish().first { throw error }
    let found = run.catalog.feeds.first { $0.id == id }
    guard let found, found.outcome.isDelivered else {
      return FeedTrial(names: nil, problem: found.map(FeedCheck.detail) ?? "it is disabled")
    }
    return FeedTrial(names: try run.catalog.catalog().entries.map(name), problem: "")
  }

  /// Reads recorded replies of a feed.
  static func recorded(_ recording: Recording, _ adapter: any FeedAdapter, of feed: Feed) async -> FeedTrial {
    let trial = await AdapterTrial(adapter, feed: feed, recording: recording)
    if let failure = trial.failure { return FeedTrial(names: nil, problem: AdapterTry.text(failure)) }
    if let refusal = trial.refusal { return FeedTrial(names: nil, problem: AdapterTry.text(refusal, trial.draft.notes)) }
    return FeedTrial(names: trial.draft.entries.map(name), problem: "")
  }

  private static func name(_ entry: Entry) -> String { entry.name ?? entry.id.description }

  /// Returns "12 entries: Alpha, Beta, Gamma, …".
  static func text(_ names: [String]) -> String {
    let first = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
    return names.count.counted("entry", "entries") + (first.isEmpty ? "" : ": \(first)")
  }
}
