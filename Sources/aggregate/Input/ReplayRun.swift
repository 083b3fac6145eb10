import Aggregation
import CampusCatalog
import FeedCore
import OpeningHours
import SnapshotStore

/// A recording that becomes part of a store's history.
struct ReplayRun {
  let source: SourceOptions
  let live: LiveOptions
  let world: World
  let settings: Settings
  /// Takes what happens to the store.
  let events: EventLog

  /// What a recording gave. `end` must follow.
  struct Outcome {
    let run: Aggregator.Run
    fileprivate let store: RunStore

    /// Waits until all of it is kept, and closes the store. Returns the errors of the store.
    func end() async -> [StoreError] {
      let errors = await run.kept()
      await store.end(errors)
      return errors
    }
  }

  /// Reads the recording. What it gave is kept by `end`.
  ///
  /// - Throws: exit 64 for a moment that is before the newest one that the store knows of.
  func run() async throws(Failure) -> Outcome {
    let chosen = try source.choose(settings)
    let recording = try source.recording()
    let opened = RunStore(try live.openStore(settings, world, events), events)
    let store = opened.store
    let aggregator = Aggregator(
      registry: chosen.registry, replaying: recording, into: store, jobs: settings.number("jobs", flag: source.jobs) ?? 8)
    let run: Aggregator.Run
    do throws(PlanError) { run = try await aggregator.runAhead(chosen.selection, at: chosen.moment, now: world.now) } catch {
      throw Failure(.usage, error.description)
    }
    let newest = try await opened.ask { () async throws(StoreError) in try await (store as? SnapshotStore)?.newestMoment() }
    if let newest, run.parts.generatedAt < newest {
      throw Failure(
        .usage,
        "the recording is of \(run.parts.generatedAt), and the store has a run of \(newest); a history grows forwards: "
          + "give a later moment with --at, or another --store")
    }
    return Outcome(run: run, store: opened)
  }
}
