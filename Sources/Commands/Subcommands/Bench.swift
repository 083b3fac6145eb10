import ArgumentParser
import CatalogSession

/// Measurements for `Benchmarks/run`; not shown in the help.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure parts of the program.", shouldDisplay: false, subcommands: [Normalize.self])

  /// Measures the time from a reply's bytes to canonical bytes, in memory and on one thread.
  struct Normalize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "normalize", abstract: "Parse, normalize and write one feed repeatedly.")

    @Option(help: ArgumentHelp("A feed of the registry.", valueName: "id"))
    var feed: String

    @Argument(help: ArgumentHelp("The body of its first request.", valueName: "file"))
    var file: String

    @Option(name: .customLong("repeat"), help: ArgumentHelp("The number of repetitions.", valueName: "n"))
    var count = 3

    func run() async throws {
      let registry = Registry()
      guard let id = FeedID(feed), let feed = registry.feed(id), let adapter = registry.adapter(feed.adapter) else {
        throw Failure(.usage, "unknown feed \"\(self.feed)\"")
      }
      let body = try InputFile.read(file, "the reply", otherwise: .data)
      guard let request = try await adapter.requests(for: feed).first, let moment = Instant("2026-11-21T17:00:00Z") else {
        throw Failure(.usage, "the feed has no request")
      }
      let transport = OneReply(reply: FeedReply(to: request, body: body))
      let plan = try Plan(selecting: RunSelection(feeds: [id]), from: registry)
      let aggregator = Aggregator(transport: transport, delivered: .replayed, jobs: 1)
      for _ in 0..<count {
        let clock = ContinuousClock()
        var out = 0
        let start = clock.now
        let run = await aggregator.read(plan, at: moment, now: moment)
        try CatalogWriter.write(run.parts) { out += $0.count }
        let duration = start.duration(to: clock.now)
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("bytes", body.count)
        writer.member("entries", run.parts.count)
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

/// A transport that answers the first request of a feed with a given reply, and no other request.
private struct OneReply: Transport {
  let reply: FeedReply

  func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure?
  ) async -> TransportOutcome {
    request == reply.request ? .reply(reply) : .missing
  }
}
