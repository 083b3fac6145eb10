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

  /// Reads the recording. What it gave is kept by `kept` of the run.
  ///
  /// - Throws: exit 64 for a moment that is before the newest one that the store knows of.
  func run() async throws(Failure) -> Aggregator.Run {
    let chosen = try source.choose(settings)
    let recording = try source.recording()
    let store = try live.openStore(settings, world)
    let aggregator = Aggregator(
      registry: chosen.registry, replaying: recording, into: store, jobs: settings.number("jobs", flag: source.jobs) ?? 8)
    let run: Aggregator.Run
    do throws(PlanError) { run = try await aggregator.runAhead(chosen.selection, at: chosen.moment, now: world.now) } catch {
      throw Failure(.usage, error.description)
    }
    let newest: Instant?
    do throws(StoreError) { newest = try await (store as? SnapshotStore)?.newestMoment() } catch {
      throw Failure(.local, "\(error.detail) (\(error.reason))")
    }
    if let newest, run.parts.generatedAt < newest {
      throw Failure(
        .usage,
        "the recording is of \(run.parts.generatedAt), and the store has a run of \(newest); a history grows forwards: "
          + "give a later moment with --at, or another --store")
    }
    return run
  }
}
