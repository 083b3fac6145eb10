import Aggregation
import CampusCatalog
import CatalogSession
import FeedKit
import OpeningHours
import SnapshotStore
import StoreInterface

/// A recording that becomes part of a store's history.
struct ReplayRun {
  let source: SourceOptions
  let live: LiveOptions
  let environment: CommandEnvironment
  let settings: Settings
  /// Takes what happens to the store.
  let events: EventLog

  /// What a recording gave.
  struct Outcome: FinishedRun {
    let run: Aggregator.Run
    fileprivate let store: RunStore

    var parts: CatalogParts { run.parts }

    func commit(contentHash: String?) async -> [StoreError] {
      let errors = await run.commit(contentHash: contentHash)
      await store.end(errors)
      return errors
    }
  }

  /// Reads the recording. What it gave is stored by `commit`.
  ///
  /// - Throws: exit 64 for a moment that is before the newest one that the store knows of.
  func run() async throws(Failure) -> Outcome {
    let chosen = try source.choose(settings)
    let recording = try source.recording()
    let opened = RunStore(try live.openStore(settings, environment, events), events)
    let store = opened.store
    let aggregator = Aggregator(
      registry: chosen.feeds.registry, replaying: recording, into: store, jobs: settings.number("jobs", flag: source.jobs) ?? 8,
      deadline: SourceOptions.deadline(live.deadline, environment, settings))
    let run: Aggregator.Run
    do throws(PlanError) { run = try await aggregator.read(chosen.feeds.selection, at: chosen.moment, now: environment.now) } catch {
      throw Failure(.usage, error.description)
    }
    let newest = try await opened.ask { () async throws(StoreError) in try await (store as? SnapshotStore)?.newestMoment() }
    if let newest, run.parts.generatedAt < newest {
      throw Failure(
        .usage,
        "the recording is of \(run.parts.generatedAt), but the store already has a run of \(newest); recordings must be added in order: "
          + "give a later time with --at, or another --store")
    }
    return Outcome(run: run, store: opened)
  }
}
