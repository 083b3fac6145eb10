import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import OpeningHours

struct FeedCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Poll the feeds that are due, and show what a run would do with each.",
    usage: "aggregate feeds check [--campus ID]… [--feed ID]… [--format text|json]",
    discussion: "Stores nothing except when a server asks to wait (Retry-After). Exits with 3 if a feed would be missing or stale.")

  @OptionGroup var chosen: SelectionOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var live: LiveOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var output: FormatOption

  func validate() throws { try live.check(network) }

  func run() async throws {
    let settings = try Settings.current()
    let plan = try chosen.plan(settings, asks: true, publicURL: network.publicURL)
    let log = EventLog(format: try network.format(settings), isVerbose: false, clock: settings.environment.clock)
    let recording = network.recording(settings)
    var source = try live.source(network, plan.registry, settings, jobs: jobs.jobs, recording: recording) { log.take($0) }
    source.isProbe = true
    let run = try await CatalogRun.read(.network(source, plan), now: settings.environment.now)
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
    guard feeds.allSatisfy({ $0.outcome.isDelivered || $0.isSwitchedOff }) else { throw Failure(.degraded) }
  }

  /// Returns the number of entries, or why there are none.
  static func detail(_ feed: FeedReport) -> String {
    if let reason = feed.reason { return feed.notes.first { $0.code == reason }?.detail ?? reason.description }
    return feed.entries.counted("entry", "entries")
  }
}
