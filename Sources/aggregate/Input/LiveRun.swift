import Aggregation
import CampusCatalog
import CurlTransport
import FeedCore
import Locking
import OpeningHours
import SnapshotStore

/// A run that asks servers: the parts that the edge puts together.
struct LiveRun {
  let source: SourceOptions
  let live: LiveOptions
  let world: World
  let settings: Settings
  /// Nothing of the run is kept.
  var isProbe = false
  /// Takes what happens to the store.
  let events: EventLog
  /// Takes what happens to feeds.
  let log: FetchEvent.Sink

  /// What a run gave. `end` must follow.
  struct Outcome {
    let run: Aggregator.Run
    let recording: RecordingFolder?
    fileprivate let ending: OnceTask<[StoreError]>
  }

  func run(_ chosen: SourceOptions.Chosen) async throws(Failure) -> Outcome {
    let fetch = try live.fetchSettings(settings)
    let options = try live.pollOptions(in: chosen.registry)
    let registry: Registry
    do throws(MissingSecret) {
      // Who asks nobody needs no secrets.
      registry =
        live.offline
        ? chosen.registry
        : try chosen.registry.resolvingSecrets(of: Set(chosen.plan.readings.map(\.feed).filter(\.isEnabled).map(\.id.description))) {
          world.environment[$0]
        }
    } catch {
      throw Failure(.configuration, error.description)
    }
    tellShortSecrets(of: registry.feeds)
    let opened = RunStore(try live.openStore(settings, world, events), events)
    let store: any FeedStore = isProbe ? UnwritingStore(opened.store) : opened.store
    let hosts = try await opened.ask { () async throws(StoreError) in try await store.hosts() }
    let clock = SystemClock(fallback: world.now)
    let jobs = settings.number("jobs", flag: source.jobs) ?? max(64, fetch.perHost)
    let client = CurlClient(
      CurlOptions(caFile: world.environment["SSL_CERT_FILE"], connectionsPerHost: fetch.perHost, connections: max(64, fetch.perHost)))
    let transport = PoliteTransport(
      client: client, settings: fetch, clock: clock, hosts: hosts, random: { Double.random(in: 0...1) }, log: log)
    let folder = live.record.map { RecordingFolder($0) }
    var record: (@Sendable (Feed, FeedReply) -> Void)?
    if let folder { record = { feed, reply in folder.write(reply, of: feed) } }
    let liveSource = LiveSource(transport: transport, store: store, clock: clock, options: options, record: record, log: log)
    let aggregator = Aggregator(registry: registry, live: liveSource, jobs: jobs)
    let run: Aggregator.Run
    do throws(PlanError) {
      run = try await aggregator.runAhead(chosen.selection, at: chosen.moment, now: world.now)
    } catch {
      throw Failure(.usage, error.description)
    }
    folder?.removeOld { registry.feed($0).flatMap { registry.adapter($0.adapter) }?.manifest.requests ?? [] }
    let ending = OnceTask {
      async let closing: Void = client.shutdown()
      let errors = await run.kept()
      await opened.end(errors)
      await closing
      return errors
    }
    return Outcome(run: run, recording: folder, ending: ending)
  }

  /// Says once of all feeds what can not be promised.
  private func tellShortSecrets(of feeds: [Feed]) {
    let names = feeds.filter { $0.headers.contains(where: \.hasShortSecret) }.map(\.id.description)
    guard !names.isEmpty else { return }
    let detail =
      "a value of the environment in a header of \(names.joined(separator: ", ")) has less than \(SecretMatcher.shortest) bytes; "
      + "what is so short can not be kept out of catalogs, logs and the store"
    if events.format == .text { Console.error("aggregate: warning: \(detail)") }
    events.tell(.warn, "secret.short", [FetchEvent.Field("detail", detail)])
  }
}

extension LiveRun.Outcome {
  /// Begins to do what `end` waits for, where that has not begun.
  ///
  /// - Parameter contentHash: that of the catalog, where it is known; it is kept with the run.
  func beginToEnd(contentHash: String?) {
    run.keep(contentHash: contentHash)
    ending.begin()
  }

  /// Waits until all is kept that the run learned, and closes the store; one that is damaged is set aside. Returns the errors of the store.
  func end() async -> [StoreError] { await ending.begin().value }
}
