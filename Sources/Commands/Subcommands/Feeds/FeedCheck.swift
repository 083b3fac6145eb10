import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import OpeningHours

struct FeedCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Poll the feeds that are due, and show what a run would do with each.",
    usage: """
      aggregate feeds check [--campus ID]… [--feed ID]… [--format text|json|ndjson|tsv]
      aggregate feeds check --all
      """,
    discussion: "Stores nothing except when a server asks to wait (Retry-After). Exits with 3 if a feed would be missing or stale.")

  @Flag(
    help: """
      Request every feed of all built-in campuses and of your registry files once, due or not, except those whose server asked to wait. Takes some \
      minutes: each server gets one request at a time.
      """)
  var all = false

  @OptionGroup var chosen: SelectionOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var live: LiveOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var output: ListOption

  func validate() throws {
    try live.check(network)
    guard all else { return }
    let others = [("--campus", !chosen.campuses.isEmpty), ("--feed", !chosen.feeds.isEmpty), ("--offline", live.offline)]
    if let (name, _) = others.first(where: \.1) { throw ValidationError("--all and \(name) cannot be used together.") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let plan = try all ? planOfAll(settings) : chosen.plan(settings, asks: true, publicURL: network.publicURL)
    var network = network
    if all { (network.refresh, network.deadline) = (true, network.deadline ?? Self.deadlineOfAll) }
    let log = EventLog(format: try network.format(settings), isVerbose: false, clock: settings.environment.clock)
    let recording = network.recording(settings)
    let isDrawn = all && !output.quiet && log.format == .text && Console.isTerminal
    let progress = isDrawn ? Progress(clock: settings.environment.clock) : nil
    defer { progress?.end() }
    progress?.begin(plan)
    var source = try live.source(network, plan.registry, settings, jobs: jobs.jobs, recording: recording) { event in
      if case .feed(let event) = event { progress?.take(event) }
      log.take(event)
    }
    source.isProbe = true
    let run = try await CatalogRun.read(.network(source, plan), now: settings.environment.now)
    let errors = await run.finish()
    progress?.end()
    let feeds = run.catalog.feeds
    try output.print(
      "campus-feed-check/1", "feeds", feeds, columns: ListColumns("id outcome reason checkedAt detail entries"),
      titles: ["FEED", "WOULD BE", "LAST GOOD", "BECAUSE"]
    ) {
      [$0.id.description, $0.verdict, $0.checkedAt?.zonedText(in: plan.registry.campus($0.campus)?.timeZone) ?? "never", Self.detail($0)]
    } members: { feed, writer in
      writer.member("id", feed.id.description)
      writer.member("outcome", feed.outcome.rawValue)
      writer.member("reason", feed.reason?.description)
      writer.member("checkedAt", feed.checkedAt?.description)
      writer.member("detail", Self.detail(feed))
      writer.member("entries", feed.entries)
    }
    if all {
      let disabled = feeds.count(where: \.isSwitchedOff)
      let read = "\(feeds.count(where: \.outcome.isDelivered)) of \((feeds.count - disabled).counted("feed")) can be read"
      Console.note(disabled > 0 ? "\(read); \(disabled) \(disabled == 1 ? "is" : "are") disabled" : read)
    }
    if let error = errors.first { throw error }
    guard feeds.allSatisfy({ $0.outcome.isDelivered || $0.isSwitchedOff }) else { throw Failure(.degraded) }
  }

  /// The time limit for all feeds, in seconds, unless the user gives one.
  private static let deadlineOfAll = 1800

  /// Returns the plan of all feeds of the registry and of all built-in campuses.
  private func planOfAll(_ settings: Settings) throws -> Plan {
    var registry = try chosen.registry(settings, publicURL: network.publicURL)
    registry.include(BuiltInCampuses.files.map(\.campus))
    let plan = try Plan(selecting: RunSelection(), from: registry)
    try registry.askAboutTrust(of: plan)
    return plan
  }

  /// Returns the number of entries, or why there are none.
  static func detail(_ feed: FeedReport) -> String {
    if let reason = feed.reason { return feed.notes.first { $0.code == reason }?.detail ?? reason.description }
    return feed.entries.counted("entry", "entries")
  }
}
