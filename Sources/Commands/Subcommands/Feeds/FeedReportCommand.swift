import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogSession
import FeedKit
import OpeningHours
import SimdJSON
import SnapshotStore

struct FeedReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Show how feeds did over time: outages, changes, cadence, and the quality of their data.",
    usage: """
      aggregate feeds report
      aggregate feeds report penn/dining --since 90d
      aggregate feeds report --campus gmu --quality
      aggregate feeds report gmu/whats-open --quality --format markdown
      """,
    discussion: """
      Reads the runs in the store. With --quality, also lists what the owner of a feed can repair: hours that have been unknown for two weeks or more, \
      positions that are impossible or far from the campus, duplicates, and events without a place.
      """)

  enum Format: String, OutputFormat {
    case text, json, csv, markdown
    static let names = "text, json, csv or markdown"
  }

  @Argument(help: ArgumentHelp("Only these feeds.", valueName: "feed"), completion: .custom(Candidates.feeds))
  var feeds: [String] = []

  @Option(
    name: .customLong("campus"), help: ArgumentHelp("Only feeds of this campus (repeatable).", valueName: "id"),
    completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  @Option(help: ArgumentHelp("Only runs since then: a time, or an age such as 30d, 3mo or 1y (default: 30d).", valueName: "time"))
  var since = "30d"

  @Flag(help: "Also list what the owner of a feed can repair.")
  var quality = false

  @OptionGroup var output: OutputOptions<Format>
  @OptionGroup var destination: OutputFileOption
  @OptionGroup var config: RegistryOption
  @OptionGroup var options: StoreOption

  func run() async throws {
    let settings = try Settings.current()
    let store = try options.open(settings)
    let first = try await store.moment(since: since, now: settings.environment.now)
    let registry = Registry(readable: settings, config.configs)
    let stored = try await store.readCampuses()
    let polls = Dictionary(grouping: try await store.polls(since: first), by: \.report.id)
    var reports: [FeedHistoryReport] = []
    for feed in try await chosen(among: polls.keys.sorted(), store) {
      let campus = registry.campus(feed.campus) ?? stored.first { $0.id == feed.campus }
      let statistics = FeedStatistics(of: feed, polls[feed] ?? [], in: campus?.timeZone)
      guard statistics.runs > 0 else { continue }
      var report = FeedHistoryReport(statistics, registry.feed(feed), campus)
      if registry.feed(feed).flatMap({ registry.adapter(of: $0) })?.manifest.isStream == true { report.suggestedCadence = nil }
      if quality, let campus { report.quality = try await FeedQuality(of: feed, campus, in: store, now: settings.environment.now) }
      reports.append(report)
    }
    if output.format == .text, reports.isEmpty { return Console.note("no matching runs") }
    let text =
      switch output.format {
      case .json: FeedHistoryReport.json(reports, since: first)
      case .csv: quality ? FeedHistoryReport.problemsCSV(reports) : FeedHistoryReport.csv(reports)
      case .markdown: reports.map { $0.markdown(since: first) }.joined(separator: "\n")
      case .text: reports.map(\.text).joined(separator: "\n")
      }
    try Console.write(text)
  }

  /// Returns the selected feeds among those with runs. Ones without runs in the time are not unknown.
  private func chosen(among found: [FeedID], _ store: SnapshotStore) async throws -> [FeedID] {
    let isFound =
      feeds.allSatisfy { found.map(\.description).contains($0) } && campuses.allSatisfy { found.map(\.campus.description).contains($0) }
    let known = isFound ? found : Set(try await store.polls().map(\.report.id)).sorted()
    let names = Set(known.map(\.description))
    for feed in feeds where !names.contains(feed) { throw Failure(PlanError(kind: "feed", id: feed, known: names.sorted())) }
    let campusNames = Set(known.map(\.campus.description))
    for campus in campuses where !campusNames.contains(campus) {
      throw Failure(PlanError(kind: "campus", id: campus, known: campusNames.sorted()))
    }
    if feeds.isEmpty, campuses.isEmpty { return known }
    return known.filter { feeds.contains($0.description) || campuses.contains($0.campus.description) }
  }
}
