import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore

/// Polls the five built-in feeds every quarter of an hour, as the program does, with simulated servers; see Benchmarks/year.
///
///     YearOfPolls STORE DAYS RUNS [tags|dead|wide [REPLIES [MINUTES]]]
///
/// STORE is a new file. RUNS gets a line for each poll: the time of generation, the SHA-256 of the catalog, its size.
/// With `tags` all servers have entity tags; with `dead` one of them stops answering after thirty days. With `wide`, polls the thirty
/// feeds of `WideYear`, writes their replies to the file REPLIES (`ReplyLog`), and polls every MINUTES minutes. Prints one JSON object.
@main
struct YearOfPolls {
  struct Usage: Error {}

  /// The first poll.
  static let start = 1_763_744_400  // 2025-11-21T17:00:00Z
  static let step = 900

  /// From one poll to the next, in seconds.
  private var step = Self.step

  private var phases: [(name: String, seconds: Double)] = ["open", "poll", "write", "keep", "close"].map { ($0, 0) }
  private var polls: [Double] = []
  private var outcomes: [String: Int] = [:]

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let days = Int(arguments[2]), (1...365).contains(days) else { throw Usage() }
    var year = YearOfPolls()
    let variant = arguments.dropFirst(3).first.map { MadeUpServers.Variant(rawValue: $0) } ?? .usual
    guard let variant else { throw Usage() }
    if let minutes = arguments.dropFirst(5).first { year.step = 60 * (Int(minutes) ?? 15) }
    let log = try arguments.dropFirst(4).first.map { try ReplyLog($0) }
    try await year.poll(store: arguments[1], days: days, runs: arguments[3], variant, log)
  }

  private mutating func poll(store path: String, days: Int, runs: String, _ variant: MadeUpServers.Variant, _ log: ReplyLog?) async throws {
    let clock = PollClock()
    let servers = MadeUpServers(from: Self.start, days: days, variant, clock, log: log)
    // The menus of Penn have no simulated server.
    let addition = variant == .wide ? WideYear.registry : #"{"feeds": [{"id": "penn/menus", "enabled": false}]}"#
    let registry = try Registry().adding(Array(addition.utf8), file: "year.json")
    let selection = RunSelection(campuses: variant == .wide ? WideYear.campuses.compactMap { CampusID($0.id) } : [])
    guard FileManager.default.createFile(atPath: runs, contents: nil), let file = FileHandle(forWritingAtPath: runs) else { throw Usage() }
    let begin = ContinuousClock.now
    for number in 0..<days * 86_400 / step {
      clock.begin(at: Self.start + number * step)
      let line = try await poll(path, clock, servers, registry, selection)
      file.write(Data(line.utf8))
    }
    log?.end()
    let seconds = Self.seconds(since: begin)
    polls.sort()
    let traffic = servers.traffic
    print(
      """
      {"polls":\(polls.count),"seconds":\(seconds),"pollMedian":\(polls[polls.count / 2]),"pollWorst":\(polls[polls.count - 1]),\
      "phases":{\(phases.map { "\"\($0.name)\":\($0.seconds)" }.joined(separator: ","))},"requests":\(traffic.requests),\
      "notModified":\(traffic.notModified),"failures":\(traffic.failures),"received":\(traffic.bytes),\
      "outcomes":{\(outcomes.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}}
      """)
  }

  /// One start of the program: opens the store and closes it again. Returns the line about the run.
  private mutating func poll(_ path: String, _ clock: PollClock, _ servers: MadeUpServers, _ registry: Registry, _ selection: RunSelection)
    async throws -> String
  {
    let begin = ContinuousClock.now
    let store = try SnapshotStore.open(path: path)
    let hosts = try await store.hosts()
    add(0, since: begin)
    let polling = ContinuousClock.now
    let transport = PoliteTransport(
      client: servers, settings: FetchSettings(), clock: clock, hosts: hosts, random: { 0.5 },
      holds: { try? await store.commit($0) })
    let source = LiveSource(transport: transport, store: store, options: PollOptions())
    let run = await Aggregator(live: source, jobs: 64).read(try Plan(selection, in: registry), now: clock.now())
    add(1, since: polling)
    let writing = ContinuousClock.now
    var hash = SHA256()
    var size = 0
    try CatalogWriter.write(run.parts) { bytes in
      hash.update(bytes)
      size += bytes.count
    }
    add(2, since: writing)
    let keeping = ContinuousClock.now
    let errors = await run.commit()
    if let error = errors.first { throw error }
    add(3, since: keeping)
    let closing = ContinuousClock.now
    store.close()
    add(4, since: closing)
    polls.append(Self.seconds(since: begin))
    for feed in run.feeds {
      outcomes[([feed.outcome.rawValue, feed.reason?.description].compactMap { $0 }).joined(separator: " "), default: 0] += 1
    }
    return "\(run.parts.generatedAt) \(hash.finalize().hexadecimal) \(size)\n"
  }

  private mutating func add(_ phase: Int, since start: ContinuousClock.Instant) { phases[phase].seconds += Self.seconds(since: start) }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let duration = start.duration(to: .now).components
    return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
  }
}
