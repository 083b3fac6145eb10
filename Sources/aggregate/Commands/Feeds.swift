import CatalogExport
import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import Fetching
import SimdJSON

/// Lists and checks the feeds of the registry.
struct Feeds: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "List the feeds of the registry, or check what a run would do with them.",
    usage: """
      aggregate feeds [--config FILE]… [--format text|json]
      aggregate feeds check [--campus ID]… [--feed ID]…
      """,
    subcommands: [FeedList.self, FeedCheck.self], defaultSubcommand: FeedList.self)
}

/// Lists all feeds, one on each line.
struct FeedList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds of the registry.", usage: "aggregate feeds [--config FILE]… [--format text|json]")

  @OptionGroup var config: RegistryOption

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  func run() throws {
    let registry = try config.registry(try CommandEnvironment.current())
    if format == .json {
      try Console.write(Self.json(registry.feeds))
    } else {
      let rows = registry.feeds.map { feed in
        [
          feed.id.description, feed.campus.name, feed.adapter.description,
          feed.isEnabled ? "every \(Self.duration(feed.cadence))" : "disabled",
          Self.primary(feed, registry) ?? "no address",
        ]
      }
      try Console.write(PlainText.visible(Table.text(["FEED", "CAMPUS", "ADAPTER", "CADENCE", "ADDRESS"], rows)))
    }
  }

  /// The first address of the first request.
  private static func primary(_ feed: Feed, _ registry: Registry) -> String? {
    let requests = registry.adapter(feed.adapter)?.manifest.requests ?? []
    return requests.compactMap { feed.addresses[$0]?.first?.url }.first.map(PublicAddress.withoutSecrets)
  }

  static func duration(_ seconds: Int) -> String {
    if seconds % 86_400 == 0 { return "\(seconds / 86_400) d" }
    if seconds % 3600 == 0 { return "\(seconds / 3600) h" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }

  private static func json(_ feeds: [Feed]) -> String {
    JSONList.text("campus-feeds/1", "feeds", feeds) { feed, writer in
      writer.key("id")
      writer.string(feed.id.description)
      writer.key("campus")
      writer.string(feed.campus.id.description)
      writer.key("adapter")
      writer.string(feed.adapter.description)
      writer.key("cadence")
      writer.integer(feed.cadence)
      writer.key("priority")
      writer.integer(feed.priority)
      writer.key("enabled")
      writer.bool(feed.isEnabled)
      writer.key("addresses")
      writer.beginObject()
      for (request, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
        writer.key(request)
        writer.beginArray()
        for address in addresses {
          writer.beginObject()
          writer.key("url")
          writer.string(PublicAddress.withoutSecrets(address.url))
          writer.key("frozen")
          writer.bool(address.isFrozen)
          writer.endObject()
        }
        writer.endArray()
      }
      writer.endObject()
    }
  }
}
