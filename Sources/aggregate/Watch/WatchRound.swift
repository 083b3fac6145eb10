import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import FeedKit
import SnapshotStore
import StoreInterface

/// One round of a watch: reads the feeds that are due, then reports what has changed since the last report.
struct WatchRound {
  let source: SourceOptions
  let live: LiveOptions
  let choice: ChangeChoice
  let sink: ChangeSink
  let hook: ChangeHook?
  let isQuiet: Bool
  let isVerbose: Bool
  /// What identifies a watch besides its selection: where and how it reports.
  let manner: [String]

  /// - Returns: how the feeds came out.
  func run(_ environment: CommandEnvironment, _ settings: Settings, _ stop: StopSignal) async throws -> ExitStatus {
    let chosen = try source.choose(settings)
    let log = EventLog(format: try live.format(settings), isVerbose: isVerbose && !isQuiet, clock: SystemClock(fallback: environment.now))
    let network = try live.network(
      source, chosen.feeds.registry, settings, environment, recording: live.recording(settings, environment)
    ) { log.take($0) }
    let result = try await CatalogRun(.network(network, chosen.feeds), at: chosen.moment, now: environment.now).run()
    if log.format == .text, !isQuiet {
      for line in Summary(catalog: result.catalog, isSample: false).lines(isVerbose: isVerbose) { Console.error(line) }
    }
    if let error = result.storeErrors.first { throw error }
    if stop.isWished { return .delivered }
    let store = try SnapshotStore.open(path: try LiveOptions.storePath(settings, environment, flag: live.store))
    defer { store.close() }
    let watch = ChangeWatch(chosen.feeds.selection.runSelection, kinds: choice.kinds, rank: choice.only, traits: manner)
    try await watch.round(in: store) { try await tell($0, stop) }
    return ExitStatus(of: result.catalog.feeds)
  }

  private func tell(_ report: ChangeWatch.Report, _ stop: StopSignal) async throws(Failure) {
    switch report {
    case .started(let moment):
      if !isQuiet { Console.error("Watching from now on: changes after \(moment) will be reported.") }
    case .interrupted(let moment):
      Console.error(
        "aggregate: the last reported run is no longer in the store, so the changes since then are lost; changes after "
          + "\(moment) will be reported")
    case .changes(let log, let document):
      // The program goes first: while it fails, the changes are not reported elsewhere again and again.
      try await hook?.run(document, stop)
      try sink.tell(log, document: document)
    }
  }
}
