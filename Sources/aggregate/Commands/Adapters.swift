import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import SimdJSON

/// Lists the built-in adapters.
struct Adapters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapters", abstract: "List the built-in adapters.", usage: "aggregate adapters [--format text|json]")

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  func run() throws {
    let registry = Registry()
    let manifests = registry.adapters.map(\.manifest)
    try Console.write(format == .json ? Self.json(manifests, registry.feeds) : Self.text(manifests))
  }

  private static func text(_ manifests: [AdapterManifest]) -> String {
    manifests.map { manifest in
      """
      \(manifest.id)  \(manifest.title), version \(manifest.version)
        \(manifest.summary)
        requests \(manifest.requests.joined(separator: ", ")); every \(FeedList.duration(manifest.cadence)); \(manifest.homepage)
        \(manifest.licence)

      """
    }.joined(separator: "\n")
  }

  private static func json(_ manifests: [AdapterManifest], _ feeds: [Feed]) -> String {
    JSONList.text("campus-adapters/1", "adapters", manifests) { manifest, writer in
      writer.key("id")
      writer.string(manifest.id.description)
      writer.key("version")
      writer.integer(manifest.version)
      for (key, text) in [
        ("title", manifest.title), ("summary", manifest.summary), ("homepage", manifest.homepage), ("licence", manifest.licence),
      ] {
        writer.key(key)
        writer.string(text)
      }
      writer.key("requests")
      writer.beginArray()
      for request in manifest.requests { writer.string(request) }
      writer.endArray()
      writer.key("feeds")
      writer.beginArray()
      for feed in feeds where feed.adapter == manifest.id { writer.string(feed.id.description) }
      writer.endArray()
      writer.key("cadence")
      writer.integer(manifest.cadence)
      writer.key("stream")
      writer.bool(manifest.isStream)
    }
  }
}
