import ArgumentParser

struct Feeds: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "List the feeds, or check what a run would do with them.",
    usage: """
      aggregate feeds [--config FILE]… [--format text|json]
      aggregate feeds check [--campus ID]… [--feed ID]…
      """,
    subcommands: [FeedList.self, FeedCheck.self], defaultSubcommand: FeedList.self)
}

struct FeedList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds.", usage: "aggregate feeds [--config FILE]… [--format text|json]")

  @OptionGroup var config: RegistryOption
  @OptionGroup var output: FormatOption

  func run() throws {
    let registry = try config.registry(try .current())
    try output.print("campus-feeds/1", "feeds", registry.feeds, titles: ["FEED", "CAMPUS", "ADAPTER", "CADENCE", "ADDRESS"]) { feed in
      [
        feed.id.description, feed.campus.name, feed.adapter.description,
        feed.isEnabled ? "every \(Self.duration(feed.cadence))" : "disabled",
        Self.primary(feed, registry) ?? "no address",
      ]
    } members: { feed, writer in
      writer.member("id", feed.id.description)
      writer.member("campus", feed.campus.id.description)
      writer.member("adapter", feed.adapter.description)
      writer.member("cadence", feed.cadence)
      writer.member("priority", feed.priority)
      writer.member("enabled", feed.isEnabled)
      writer.object("addresses") { writer in
        for (request, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
          writer.key(request)
          writer.array(addresses) { address, writer in
            writer.beginObject()
            writer.member("url", PublicAddress.withoutSecrets(address.url))
            writer.member("frozen", address.isFrozen)
            writer.endObject()
          }
        }
      }
    }
  }

  /// Returns the first address of the first request.
  private static func primary(_ feed: Feed, _ registry: Registry) -> String? {
    let requests = registry.adapter(of: feed)?.manifest.requests ?? []
    return requests.compactMap { feed.addresses[$0]?.first?.url }.first.map(PublicAddress.withoutSecrets)
  }

  static func duration(_ seconds: Int) -> String {
    if seconds % 86_400 == 0 { return "\(seconds / 86_400) d" }
    if seconds % 3600 == 0 { return "\(seconds / 3600) h" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}

struct FeedCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Poll the feeds that are due, and show what a run would do with each.",
    usage: "aggregate feeds check [--campus ID]… [--feed ID]… [--format text|json]",
    discussion: "Stores nothing except when a server asks to wait (Retry-After). Exits with 3 if a feed would be stale or absent.")

  @OptionGroup var chosen: SelectionOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var live: LiveOptions
  @OptionGroup var output: FormatOption

  func run() async throws {
    let settings = try Settings.current()
    let plan = try chosen.plan(settings)
    let log = EventLog(format: try live.network.format(settings), isVerbose: false, clock: settings.environment.clock)
    let recording = live.network.recording(settings)
    var network = try live.source(plan.registry, settings, jobs: jobs.jobs, recording: recording) { log.take($0) }
    network.isProbe = true
    let run = try await CatalogRun.read(.network(network, plan), now: settings.environment.now)
    let errors = await run.finish()
    let feeds = run.catalog.feeds
    try output.print("campus-feed-check/1", "feeds", feeds, titles: ["FEED", "WOULD BE", "LAST GOOD", "BECAUSE"]) {
      [$0.id.description, $0.verdict, $0.checkedAt?.zonedText(in: plan.registry.campus($0.campus)?.timeZone) ?? "never", Self.detail($0)]
    } members: { feed, writer in
      writer.member("id", feed.id.description)
      writer.member("outcome", feed.outcome.rawValue)
      writer.member("reason", feed.reason?.description)
      writer.member("checkedAt", feed.checkedAt?.description)
      writer.member("detail", Self.detail(feed))
      writer.member("entries", feed.entries)
    }
    if let error = errors.first { throw error }
    guard feeds.allSatisfy({ $0.outcome.isDelivered || $0.outcome == .disabled }) else { throw Failure(.degraded) }
  }

  private static func detail(_ feed: FeedReport) -> String {
    if let reason = feed.reason { return feed.notes.first { $0.code == reason }?.detail ?? reason.description }
    return feed.entries.counted("entry", "entries")
  }
}
