import ArgumentParser
import CatalogExport
import CatalogSession

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

/// Lists all feeds, one per line.
struct FeedList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds of the registry.", usage: "aggregate feeds [--config FILE]… [--format text|json]")

  @OptionGroup var config: RegistryOption

  @OptionGroup var output: FormatOption

  func run() throws {
    let registry = try config.registry(try .current())
    let rows = registry.feeds.map { feed in
      [
        feed.id.description, feed.campus.name, feed.adapter.description,
        feed.isEnabled ? "every \(Self.duration(feed.cadence))" : "disabled",
        Self.primary(feed, registry) ?? "no address",
      ]
    }
    try output.print(json: Self.json(registry.feeds), text: Table.text(["FEED", "CAMPUS", "ADAPTER", "CADENCE", "ADDRESS"], rows))
  }

  /// Returns the first address of the first request.
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
    JSONWriter.list("campus-feeds/1", "feeds", feeds) { feed, writer in
      writer.member("id", feed.id.description)
      writer.member("campus", feed.campus.id.description)
      writer.member("adapter", feed.adapter.description)
      writer.member("cadence", feed.cadence)
      writer.member("priority", feed.priority)
      writer.member("enabled", feed.isEnabled)
      writer.object("addresses") { writer in
        for (request, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
          writer.objects(request, addresses) { address, writer in
            writer.member("url", PublicAddress.withoutSecrets(address.url))
            writer.member("frozen", address.isFrozen)
          }
        }
      }
    }
  }
}
