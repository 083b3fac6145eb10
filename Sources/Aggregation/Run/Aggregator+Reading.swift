import Basics
import CampusCatalog
import FeedKit
import Fetching

extension Aggregator {
  /// The number of feeds whose states are read from the store at once, while feeds before them are polled.
  private static let pageSize = 64

  /// Reads the feeds of a plan concurrently, at most `jobs` at the same time.
  ///
  /// - Returns: the results, sorted by feed; a feed that the recording lacks has no result.
  func results(of plan: Plan) async -> [FeedResult] {
    let merged = plan.mergedCampuses
    let results = await results(of: plan, valuesOf: merged.contains) { _, result in result }
    return results.sorted { $0.report.id < $1.report.id }
  }

  /// Reads the feeds of a plan concurrently, and calls `body` with each result as soon as it is known.
  ///
  /// - Parameter needsEntries: returns whether the entries of a campus are needed as values.
  /// - Returns: the values of `body`, in any order.
  func results<Value: Sendable>(
    of plan: Plan, valuesOf needsEntries: @escaping @Sendable (CampusID) -> Bool,
    _ body: @escaping @Sendable (Plan.Reading, FeedResult) async -> Value
  ) async -> [Value] {
    let readings = Self.inTurns(plan.readings)
    // Tasks that wait for the same page continue in any order, and the first feeds should start in theirs.
    let first = await stored(readings.prefix(Self.pageSize))
    let others = pages(of: readings.dropFirst(Self.pageSize))
    let next = Guarded(0)
    // Each task reads one feed after another; a task for each feed would need more context switches.
    return await withTaskGroup(of: [Value].self) { group in
      for _ in 0..<min(jobs, readings.count) {
        group.addTask {
          var values: [Value] = []
          while true {
            let index = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard index < readings.count else { return values }
            let reading = readings[index]
            let page = index < Self.pageSize ? first : await others[index / Self.pageSize - 1].value
            let known = page.map { $0[reading.feed.id] ?? StoredFeed() }
            let needsEntries = !reading.feed.readsCatalogs && needsEntries(reading.feed.campus.id)
            guard let result = await result(of: reading, needsEntries: needsEntries, known: known) else { continue }
            values.append(await body(reading, result))
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Reads one feed, removes secrets from its report, and logs its outcome.
  private func result(of reading: Plan.Reading, needsEntries: Bool, known: Result<StoredFeed, StoreError>) async -> FeedResult? {
    let feed = reading.feed
    let read: FeedResult?
    if let refusal = reading.refusal {
      read = FeedResult(of: feed, refusedFor: refusal.reason, refusal.detail)
      if let detail = refusal.detail { source.log(FetchEvent(of: refusal.reason, [LogField("detail", detail)], feed.id)) }
    } else {
      read = await source.read(reading, needsEntries: needsEntries, known: known)
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

  /// Starts reading the stored results of the feeds, page by page.
  private func pages(of readings: ArraySlice<Plan.Reading>) -> [Task<Result<[FeedID: StoredFeed], StoreError>, Never>] {
    stride(from: readings.startIndex, to: readings.endIndex, by: Self.pageSize).reduce(into: []) { pages, start in
      let previous = pages.last
      pages.append(
        Task {
          _ = await previous?.value
          return await stored(readings[start...].prefix(Self.pageSize))
        })
    }
  }

  private func stored(_ readings: ArraySlice<Plan.Reading>) async -> Result<[FeedID: StoredFeed], StoreError> {
    guard let store = source.states else { return .success([:]) }
    do throws(StoreError) {
      let states = try await store.states(of: readings.map(\.feed.id))
      // Errors are ignored here: the lines are read again when they are needed, which reports the error.
      let lines = (try? await store.lines(of: states.values.compactMap(\.lastGood))) ?? [:]
      return .success(states.mapValues { state in StoredFeed(state: state, lines: state.lastGood.flatMap { lines[$0.content] }) })
    } catch {
      return .failure(error)
    }
  }

  /// Returns the feeds with their servers interleaved: feeds of one server wait for each other and must not delay others. Three feeds of a
  /// server A and two of a server B are read in the order A, B, A, B, A.
  private static func inTurns(_ readings: [Plan.Reading]) -> [Plan.Reading] {
    var counts: [Substring: Int] = [:]
    let turns = readings.map { reading in
      let server = server(of: reading.feed)
      counts[server, default: 0] += 1
      return counts[server] ?? 0
    }
    return readings.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { readings[$0] }
  }

  /// Returns host and port of the first address as written.
  private static func server(of feed: Feed) -> Substring { feed.firstAddress.flatMap { PublicAddress.authority(of: $0.url) } ?? "" }
}

extension Feed {
  /// The primary address of the first request by name; nil if no request has one.
  var firstAddress: FeedAddress? { addresses.lazy.filter { !$0.value.isEmpty }.min { $0.key < $1.key }?.value.first }
}
