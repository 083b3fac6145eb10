extension Aggregator {
  /// The number of feeds whose states are read from the store at once, while feeds before them are polled.
  private static let pageSize = 64

  /// Reads the feeds of a plan concurrently, at most `jobs` at the same time.
  ///
  /// - Returns: the results, sorted by feed; none for a feed of which a recording has nothing.
  func results(of plan: Plan) async -> [FeedResult] {
    let readings = Self.inTurns(plan.readings)
    let merged = mergedCampuses(plan)
    let results = await withTaskGroup(of: FeedResult?.self) { group in
      var results: [FeedResult?] = []
      var page: Result<[FeedID: StoredFeed], StoreError> = .success([:])
      for (index, reading) in readings.enumerated() {
        if index % Self.pageSize == 0 { page = await stored(readings[index...].prefix(Self.pageSize)) }
        if index >= jobs { results.append(await group.next() ?? nil) }
        let known = page.map { $0[reading.feed.id] ?? StoredFeed() }
        group.addTask { await source.read(reading, needsEntries: merged.contains(reading.feed.campus.id), known: known) }
      }
      return await group.reduce(into: results) { $0.append($1) }
    }
    return results.compactMap { $0 }.sorted { $0.report.id < $1.report.id }
  }

  /// Returns what the store has of some feeds.
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
    var counts: [String: Int] = [:]
    let turns = readings.map { reading in
      let server = server(of: reading.feed)
      counts[server, default: 0] += 1
      return counts[server] ?? 0
    }
    return readings.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { readings[$0] }
  }

  /// Returns scheme, host and port of an address as written.
  private static func server(of feed: Feed) -> String {
    let addresses = feed.addresses.filter { !$0.value.isEmpty }
    let url = addresses.min { $0.key < $1.key }?.value.first?.url ?? ""
    return url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "/")
  }
}
