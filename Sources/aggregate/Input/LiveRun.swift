import Aggregation
import CampusCatalog
import CatalogSession
import CurlTransport
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import StoreInterface

/// A run that sends requests, with its client, store and recording.
struct LiveRun {
  let source: SourceOptions
  let live: LiveOptions
  let environment: CommandEnvironment
  let settings: Settings
  /// Nothing of the run is kept.
  var isProbe = false
  /// Takes what happens to the store.
  let events: EventLog
  /// Takes what happens to feeds.
  let log: FetchEvent.Sink

  /// What a run gave.
  struct Outcome: FinishedRun {
    let run: Aggregator.Run
    fileprivate let recording: RecordingFolder?
    fileprivate let store: RunStore
    fileprivate let client: CurlClient

    var parts: CatalogParts { run.parts }

    func commit(contentHash: String?) async -> [StoreError] {
      async let closing: Void = client.shutdown()
      let errors = await run.commit(contentHash: contentHash)
      // A store that is damaged is set aside.
      await store.end(errors)
      await closing
      return errors
    }

    func checkRecording() throws(Failure) { try recording?.check() }
  }

  func run(_ chosen: SourceOptions.Chosen) async throws(Failure) -> Outcome {
    let fetch = try live.fetchSettings(settings)
    let options = try live.pollOptions(in: chosen.feeds.registry)
    let registry: Registry
    do throws(MissingSecret) {
      // Who asks nobody needs no secrets.
      registry =
        live.offline
        ? chosen.feeds.registry
        : try chosen.feeds.registry.resolvingSecrets(
          of: Set(chosen.feeds.plan.readings.map(\.feed).filter(\.isEnabled).map(\.id.description))
        ) {
          environment.variables[$0]
        }
    } catch {
      throw Failure(.configuration, error.description)
    }
    tellShortSecrets(of: registry.feeds)
    let opened = RunStore(try live.openStore(settings, environment, events), events)
    let store: any FeedStore = isProbe ? ReadOnlyStore(opened.store) : opened.store
    let hosts = try await opened.ask { () async throws(StoreError) in try await store.hosts() }
    let clock = SystemClock(fallback: environment.now)
    let jobs = settings.number("jobs", flag: source.jobs) ?? max(64, fetch.perHost)
    let client = CurlClient(CurlOptions(caFile: environment.variables["SSL_CERT_FILE"], connections: max(64, jobs)))
    let transport = PoliteTransport(
      client: client, settings: fetch, clock: clock, hosts: hosts, random: { Double.random(in: 0...1) }, log: log)
    let folder = live.record.map { RecordingFolder($0, StoreGuard(environment, settings, store: live.store)) }
    var record: (@Sendable (Feed, FeedReply) -> Void)?
    if let folder { record = { feed, reply in folder.write(reply, of: feed) } }
    let liveSource = LiveSource(transport: transport, store: store, clock: clock, options: options, record: record, log: log)
    let aggregator = Aggregator(registry: registry, live: liveSource, jobs: jobs)
    let run: Aggregator.Run
    do throws(PlanError) {
      run = try await aggregator.read(chosen.feeds.selection, at: chosen.moment, now: environment.now)
    } catch {
      throw Failure(.usage, error.description)
    }
    folder?.removeOld { registry.feed($0).flatMap { registry.adapter($0.adapter) }?.manifest.requests ?? [] }
    return Outcome(run: run, recording: folder, store: opened, client: client)
  }

  /// Says once of all feeds what cannot be promised.
  private func tellShortSecrets(of feeds: [Feed]) {
    let names = feeds.filter { $0.headers.contains(where: \.hasShortSecret) }.map(\.id.description)
    guard !names.isEmpty else { return }
    let detail =
      "an environment variable in a header of \(names.joined(separator: ", ")) has fewer than \(SecretMatcher.shortest) bytes; "
      + "a value this short cannot be removed from catalogs, logs and the store"
    if events.format == .text { Console.error("aggregate: warning: \(detail)") }
    events.tell(.warn, "secret.short", [FetchEvent.Field("detail", detail)])
  }
}
