import CampusCatalog
import FeedKit
import Locking
import StoreInterface

extension Aggregator {
  /// Reads the feeds of a plan concurrently, at most `jobs` at the same time.
  ///
  /// - Returns: the results, sorted by feed; none for a feed of which a recording has nothing.
  func results(of plan: Plan) async -> [FeedResult] {
    let readings = Self.inTurns(plan.readings)
    let merged = mergedCampuses(plan)
    let prefetcher = source.states.map { FeedStatePrefetcher(of: readings.map(\.feed.id), in: $0) }
    let next = Guarded(0)
    // Each task reads one feed after another; a task for each feed would need more context switches.
    let results = await withTaskGroup(of: [FeedResult].self) { group in
      if let prefetcher {
        group.addTask {
          await prefetcher.read()
          return []
        }
      }
      for _ in 0..<min(jobs, readings.count) {
        group.addTask {
          var results: [FeedResult] = []
          while true {
            let index = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard index < readings.count else { return results }
            let reading = readings[index]
            let result = await source.read(reading, needsEntries: merged.contains(reading.feed.campus.id)) {
              () async throws(StoreError) in try await prefetcher?.known(index)
            }
            if let result { results.append(result) }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    return results.sorted { $0.report.id < $1.report.id }
  }

  /// Returns the campuses whose entries are needed as values: those with several feeds, or with corrections.
  private func mergedCampuses(_ plan: Plan) -> Set<CampusID> {
    var counts: [CampusID: Int] = [:]
    for reading in plan.readings where reading.feed.isEnabled { counts[reading.feed.campus.id, default: 0] += 1 }
    var merged = Set(counts.filter { $0.value > 1 }.keys)
    for correction in registry.corrections { if let feed = correction.id.feed { merged.insert(feed.campus) } }
    return merged
  }

  /// Returns the feeds with those of different servers in turns: feeds of one server wait for each other and must not delay others.
  /// Three feeds of a server A and two of a server B are read in the order A, B, A, B, A.
  private static func inTurns(_ readings: [Plan.Reading]) -> [Plan.Reading] {
    var counts: [Substring: Int] = [:]
    let turns = readings.map { reading in
      let server = server(of: reading.feed)
      counts[server, default: 0] += 1
      return counts[server] ?? 0
    }
    return readings.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { readings[$0] }
  }

  /// Returns scheme, host and port of an address as written.
  private static func server(of feed: Feed) -> Substring {
    let addresses = feed.addresses.filter { !$0.value.isEmpty }
    guard let url = addresses.min(by: { $0.key < $1.key })?.value.first?.url, let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      url.utf8[colon...].starts(with: "://".utf8)
    else { return "" }
    let host = url.utf8[url.utf8.index(colon, offsetBy: 3)...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    return url[..<host.endIndex]
  }
}
