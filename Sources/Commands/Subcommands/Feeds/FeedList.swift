import Aggregation
import ArgumentParser
import CatalogSession
import FeedKit
import Fetching
import SimdJSON

struct FeedList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds.",
    usage: """
      aggregate feeds [--config FILE]… [--format text|json|ndjson|tsv]
      aggregate feeds --campus brown
      """,
    discussion: """
      Lists the feeds that a run reads: those of the selected campuses, or of everywhere, gmu, liverpool, penn and your registry files. \
      `aggregate campuses` lists all campuses.
      """)

  @Option(name: .customLong("campus"), help: .campus, completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  @OptionGroup var config: RegistryOption
  @OptionGroup var output: ListOption

  func run() throws {
    let settings = try Settings.current()
    let registry = try config.registry(settings)
    let plan = try Plan(selecting: try settings.selection(campuses: campuses, in: registry), from: registry)
    let feeds = plan.readings.map(\.feed)
    try output.print("campus-feeds/1", "feeds", feeds, columns: Self.columns, titles: ["FEED", "CAMPUS", "ADAPTER", "CADENCE", "ADDRESS"]) {
      feed in
      [
        feed.id.description, feed.campus.name, feed.adapter.description,
        feed.isEnabled ? "every \(Self.duration(feed.cadence))" : "disabled",
        Self.primary(feed, plan.registry) ?? "no address",
      ]
    } members: {
      Self.write($0, to: &$1)
    }
  }

  private static let columns = ListColumns(
    "id campus adapter cadence priority enabled because license campuses", others: "addresses")

  /// Writes the members of a feed as JSON.
  static func write(_ feed: Feed, to writer: inout JSONWriter) {
    writer.member("id", feed.id.description)
    writer.member("campus", feed.campus.id.description)
    writer.member("adapter", feed.adapter.description)
    writer.member("cadence", feed.cadence)
    writer.member("priority", feed.priority)
    writer.member("enabled", feed.isEnabled)
    if !feed.isEnabled { writer.member("because", feed.because) }
    writer.member("license", feed.license)
    writer.member("campuses", feed.campuses.map(\.description))
    writer.object("addresses") { writer in
      for (request, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
        writer.key(request)
        writer.array(addresses) { address, writer in
          writer.beginObject()
          writer.member("url", PublicAddress.withoutSecrets(address.url))
          writer.member("frozen", address.isFrozen)
          address.dates?.writeMembers(to: &writer)
          writer.endObject()
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
