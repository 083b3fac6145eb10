import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import SimdJSON

/// Measurements for `Benchmarks/run`; not shown in the help.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure parts of the program.", shouldDisplay: false, subcommands: [Normalize.self])

  /// Measures the time from a reply's bytes to canonical bytes, in memory and on one thread.
  struct Normalize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "normalize", abstract: "Parse, normalize and write one feed repeatedly.")

    @Option(help: ArgumentHelp("The feed.", valueName: "id"))
    var feed: String

    @Argument(help: ArgumentHelp("The reply to its first request.", valueName: "file"))
    var file: String

    @Option(name: .customLong("repeat"), help: ArgumentHelp("How often to repeat it.", valueName: "n"))
    var count = 3

    @OptionGroup var config: RegistryOption

    func run() async throws {
      let registry = try config.registry(try Settings.current())
      guard let id = FeedID(feed), let feed = registry.feed(id), let adapter = registry.adapter(of: feed) else {
        throw Failure(.usage, "unknown feed \"\(self.feed)\"")
      }
      let body = try InputFile.read(file, "the reply", otherwise: .data)
      guard let request = try await adapter.requests(for: feed).first, let moment = Instant("2026-11-21T17:00:00Z") else {
        throw Failure(.usage, "the feed has no request")
      }
      let path = "\(id)/\(request.fileName)"
      var replies = RecordedReplies(Recording { $0 == path ? body : nil }, delivered: .replayed)
      replies.jobs = 1
      let plan = try Plan(selecting: RunSelection(feeds: [id]), from: registry)
      for _ in 0..<count {
        var out = 0
        let start = ContinuousClock.now
        let catalog = try await CatalogRun.read(.recording(replies, plan), at: "\(moment)", now: moment).catalog
        try CatalogWriter.write(catalog) { out += $0.count }
        let seconds = start.duration(to: .now) / .seconds(1)
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("bytes", body.count)
        writer.member("entries", catalog.count)
        writer.member("out", out)
        writer.key("seconds")
        writer.number(seconds)
        writer.key("megabytesPerSecond")
        writer.number((Double(body.count) / seconds / 1e4).rounded() / 100)
        writer.endObject()
        try Console.write(writer.text + "\n")
      }
    }
  }
}
