import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import SimdJSON

struct Adapters: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapters", abstract: "List the built-in adapters, or make, try and test one of yours.",
    usage: """
      aggregate adapters [--format text|json|ndjson|tsv]
      aggregate adapters new NAME --from FILE
      aggregate adapters try ADAPTER --from REPLY
      aggregate adapters test ADAPTER [--from REPLY] [--case FOLDER]… [--update]
      """,
    subcommands: [AdapterList.self, AdapterTry.self, AdapterTest.self, AdapterNew.self], defaultSubcommand: AdapterList.self)
}

struct AdapterList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the built-in adapters: the kinds of feeds that can be read.",
    usage: "aggregate adapters [--format text|json|ndjson|tsv]")

  @OptionGroup var output: ListOption

  func run() throws {
    let registry = Registry()
    let manifests = registry.adapters.map(\.manifest)
    let columns = ListColumns("id version title summary homepage license requests feeds cadence stream")
    try output.print("campus-adapters/1", "adapters", manifests, columns: columns) { manifest, writer in
      writer.member("id", manifest.id.description)
      writer.member("version", manifest.version)
      writer.member("title", manifest.title)
      writer.member("summary", manifest.summary)
      writer.member("homepage", manifest.homepage)
      if !manifest.license.isEmpty { writer.member("license", manifest.license) }
      writer.list("requests", manifest.requests) { $1.string($0) }
      writer.list("feeds", registry.feeds.filter { $0.adapter == manifest.id }.map(\.id.description)) { $1.string($0) }
      writer.member("cadence", manifest.cadence)
      writer.member("stream", manifest.isStream)
    } lines: { terminal in
      manifests.flatMap { manifest in
        let requests = "requests \(manifest.requests.joined(separator: ", ")); every \(FeedList.duration(manifest.cadence))"
        let about = [requests, manifest.homepage].filter { !$0.isEmpty }.joined(separator: "; ")
        let lines = [manifest.summary, about, manifest.license].filter { !$0.isEmpty }
        return [terminal.text("\(manifest.id)  \(manifest.title), version \(manifest.version)", .heading)]
          + lines.flatMap { Paragraph.lines($0, width: terminal.width, indent: 2) } + [""]
      }.dropLast()
    }
  }
}
