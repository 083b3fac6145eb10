import ArgumentParser

struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show an entry's history: first seen, renames, hours over time, gone.",
    usage: """
      aggregate history penn/dining/593
      aggregate history gmu/whats-open/southside --format json
      """)

  @Argument(help: ArgumentHelp("The id of an entry, or one of its aliases.", valueName: "id"))
  var id: String

  @OptionGroup var store: StoreOption
  @OptionGroup var output: FormatOption

  func run() async throws {
    guard let id = EntryID(id), let feed = id.feed else { throw Failure(invalidEntryID: id) }
    let store = try store.open(try .current())
    let records = try await records(of: id, feed, in: store)
    var versions: [(id: EntryID, versions: [(at: Instant, state: EntryHistory.State)])] = []
    var checkedAt: [EntryID: Instant] = [:]
    let states = try await store.states(of: records.compactMap(\.feed))
    for record in records {
      versions.append((record, try await store.versions(of: record).map { ($0.at, try Self.state($0.state, of: record)) }))
      checkedAt[record] = record.feed.flatMap { states[$0]?.lastGood?.checkedAt }
    }
    let life = EntryHistory(versions)
    guard !life.steps.isEmpty else {
      let known = try await store.snapshots(of: [feed], limit: 1)
      throw Failure(
        .nothing,
        known.isEmpty
          ? "\(store.path) has no results of \(feed)" : "\(store.path) has no entry \(id); `aggregate list` shows the current places")
    }
    try output.print(json: life.json(of: id, checkedAt: checkedAt), text: life.text(of: id, checkedAt: checkedAt))
  }

  /// Returns the records that the entry is made of and their former ids, according to the newest run; the id itself if the run does not
  /// have the entry.
  private func records(of id: EntryID, _ feed: FeedID, in store: SnapshotStore) async throws -> [EntryID] {
    var run = try await store.run(selection: RunSelection(campuses: [feed.campus]))
    if run == nil { run = try await store.run(selection: RunSelection(feeds: [feed])) }
    guard let run, let entry = try await store.catalog(of: run).catalog().entry(id) else { return [id] }
    var records = entry.sources.compactMap { EntryID(feed: $0.feed, record: $0.record) }
    records += entry.aliases.filter { !records.contains($0) }
    return records.contains(id) ? records : [id] + records
  }

  private static func state(_ state: EntryVersion.State, of id: EntryID) throws(Failure) -> EntryHistory.State {
    switch state {
    case .gone(let reason): return .gone(reason: reason)
    case .removed: return .forgotten
    case .line(let line):
      do {
        let document = try JSONDocument(parsing: line)
        return .entry(try Entry(reading: document.root))
      } catch {
        throw Failure(.local, "the stored versions of \(id) cannot be read; run `aggregate snapshots verify` for details")
      }
    }
  }
}
