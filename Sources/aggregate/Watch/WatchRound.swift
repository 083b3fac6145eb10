import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import FeedKit
import Hashing
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
  /// What of a watch beside its selection makes it another one: where and how it tells.
  let manner: [String]

  /// Under which the store remembers what was told: the same watch has the same name each time.
  private func name(_ selection: RunSelection) -> String {
    let lists = [selection.campuses.map(\.description), selection.feeds.map(\.description), choice.words, manner]
    let text = lists.map { list in "\(list.count) " + list.map { "\($0.utf8.count):\($0)" }.joined(separator: ",") }.joined(separator: "\n")
    return String(SHA256.hash(Array(text.utf8)).hexadecimal.prefix(32))
  }

  /// - Returns: how the feeds came out.
  func run(_ environment: CommandEnvironment, _ settings: Settings, _ stop: StopSignal) async throws(Failure) -> ExitStatus {
    let chosen = try source.choose(settings)
    let log = EventLog(format: try live.format(settings), isVerbose: isVerbose && !isQuiet, clock: SystemClock(fallback: environment.now))
    let liveRun = LiveRun(source: source, live: live, environment: environment, settings: settings, events: log) { log.take($0) }
    let outcome = try await liveRun.run(chosen)
    let errors = await outcome.commit(contentHash: nil)
    if log.format == .text, !isQuiet {
      for line in Summary(catalog: outcome.run.parts, isSample: false).lines(isVerbose: isVerbose) { Console.error(line) }
    }
    if let error = errors.first { throw Failure(.local, "\(error.detail) (\(error.reason))") }
    if stop.isWished { return .delivered }
    try await tell(chosen.feeds.selection.kept, try LiveOptions.storePath(settings, environment, flag: live.store), stop)
    return ExitStatus(of: outcome.run.feeds)
  }

  /// What is told twice, after an error between, is better than what is told never.
  private func tell(_ selection: RunSelection, _ path: String, _ stop: StopSignal) async throws(Failure) {
    let store: SnapshotStore
    do throws(StoreError) { store = try SnapshotStore.open(path: path) } catch {
      throw Failure(.local, "\(error.detail) (\(error.reason))")
    }
    defer { store.close() }
    let newest = try await StoreOption.ask { () async throws(StoreError) in try await store.runs(selection: selection, limit: 1) }
    guard let newest = newest.first else { return }
    let name = name(selection)
    switch try await StoreOption.ask({ () async throws(StoreError) in try await store.progress(of: name) }) {
    case .run(let last):
      if last.id == newest.id { return }
      let (old, new) = (try await text(of: last, in: store), try await text(of: newest, in: store))
      try await tell(old, new, stop)
    case .notStarted:
      if !isQuiet { Console.error("Watching from now on: changes after \(newest.generatedAt) will be reported.") }
    case .runRemoved:
      Console.error(
        "aggregate: the last reported run is no longer in the store, so the changes since then are lost; changes after "
          + "\(newest.generatedAt) will be reported")
    }
    try await StoreOption.ask { () async throws(StoreError) in try await store.setProgress(newest, of: name) }
  }

  private func text(of run: RunRecord, in store: SnapshotStore) async throws(Failure) -> CatalogText {
    let parts = try await StoreOption.ask { () async throws(StoreError) in try await store.catalog(of: run) }
    return try CatalogText(parts, named: "the run of \(run.generatedAt)")
  }

  private func tell(_ old: CatalogText, _ new: CatalogText, _ stop: StopSignal) async throws(Failure) {
    let told: ChangeLog
    let document: String
    do {
      let comparison = try CatalogComparison(old, new)
      let log = try ChangeLog(comparison, treatsStaleAsDelivered: true)
      told = log.filtered(kinds: Set(choice.kinds), rank: choice.only)
      if told.isEmpty { return }
      document = try DiffDocument.text(of: told, literal: comparison)
    } catch let error as DiffError {
      throw Failure(.local, error.description)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(.local, "the changes cannot be reported: \(error)")
    }
    // The program goes first: while it fails, the set is not told elsewhere again and again.
    try await hook?.run(document, stop)
    try sink.tell(told, document: document)
  }
}
