import Basics
import CampusCatalog
import FeedKit
import Fetching

extension Aggregator {
  /// Reads the feeds of a plan concurrently, and collects their results.
  func results(of plan: Plan) async -> FeedResults {
    let readings = plan.readings
    let spill = makeSpill()
    // One text for all feeds with the same license.
    let licenses = Set(readings.map(\.license)).reduce(into: [:]) { $0[$1] = PlainText.line($1) }
    let results = Guarded(CollectedResults(of: plan))
    await read(readings) { index, result in
      var result = result
      result?.report.license = licenses[readings[index].license]
      if let lines = result?.lines, let spill { result?.content = .lines(spill.hold(lines)) }
      results.withLock { $0.add(result, of: index) }
    }
    return FeedResults(results.withLock { $0 }, of: plan, from: source, spill)
  }

  /// Reads feeds concurrently, at most `jobs` at the same time.
  ///
  /// - Parameter body: receives the index of each feed with its result as soon as it is known; nil if the recording lacks the feed. It may be
  ///   called from any thread.
  func read(_ readings: [Plan.Reading], _ body: @escaping @Sendable (Int, FeedResult?) async -> Void) async {
    let order = Self.inTurns(readings)
    let prefetcher = await FeedStatePrefetcher(source.states, readings, in: order)
    let next = Guarded(0)
    // Each task reads one feed after another; a task for each feed would need more context switches.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs, readings.count) {
        group.addTask {
          while true {
            let turn = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard turn < order.count else { return }
            await body(order[turn], await result(of: readings[order[turn]], known: prefetcher.stored(at: turn)))
          }
        }
      }
    }
  }

  /// Reads one feed, removes secrets from its report, and logs its outcome.
  private func result(of reading: Plan.Reading, known: Result<StoredFeed, StoreError>) async -> FeedResult? {
    let feed = reading.feed
    let read: FeedResult?
    if let refusal = reading.refusal {
      read = FeedResult(of: feed, refusedFor: refusal.reason, refusal.detail)
      if let detail = refusal.detail { source.log(FetchEvent(of: refusal.reason, [LogField("detail", detail)], feed.id)) }
    } else {
      read = await source.read(reading, known: known)
    }
    guard let result = read?.withoutSecrets(of: feed) else { return nil }
    let report = result.report
    var event = FetchEvent(
      report.outcome.isDelivered ? .info : .warn, "feed.\(report.outcome.rawValue)", feed.id, url: report.url, reason: report.reason,
      fields: [LogField("entries", report.entries)])
    event.outcome = report.outcome
    event.attempt = report.attempts
    event.bytes = report.bytes
    source.log(event)
    return result
  }

  /// Returns the indices of the feeds with their servers interleaved: feeds of one server wait for each other and must not delay others. Three
  /// feeds of a server A and two of a server B are read in the order A, B, A, B, A.
  private static func inTurns(_ readings: [Plan.Reading]) -> [Int] {
    var counts: [Substring: Int] = [:]
    let turns = readings.map { reading in
      let server = server(of: reading.feed)
      counts[server, default: 0] += 1
      return counts[server] ?? 0
    }
    return readings.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }
  }

  /// Returns host and port of the first address as written.
  private static func server(of feed: Feed) -> Substring { feed.firstAddress.flatMap { PublicAddress.authority(of: $0.url) } ?? "" }
}

extension Feed {
  /// The primary address of the first request by name; nil if no request has one.
  var firstAddress: FeedAddress? { addresses.lazy.filter { !$0.value.isEmpty }.min { $0.key < $1.key }?.value.first }
}
