import CampusCatalog
public import FeedKit
import SimdJSON

/// Checks that an adapter keeps the adapter contract. Anyone can run them.
///
///     let contract = AdapterContract(MyAdapter(), feed: feed, bodies: ["venues": bytes], records: ["venues": ""])
///     #expect(await contract.failures() == [])
///
/// The checks depend only on the given replies and the seed; nothing is fetched or read from files. They read the replies several thousand
/// times, so a few records are enough.
public struct AdapterContract: Sendable {
  let adapter: any FeedAdapter
  let feed: Feed
  let bodies: [String: [UInt8]]
  let records: [String: String]
  let seed: UInt64
  let samples: Int?
  /// Returns the adapter with each of its lists of rules repeated; nil for an adapter whose rules are code.
  package var repeatingRules: (@Sendable (Int) -> (any FeedAdapter)?)?

  /// - Parameters:
  ///   - feed: a feed of the adapter. It determines the requests and the prefix of all ids.
  ///   - bodies: a good reply in JSON or XML, or a calendar, for each request, by the name of the request; requests without one are left out.
  ///   - records: for each of these, the JSON Pointer (RFC 6901) of the array or object of records: "" or "/data". In XML, it
  ///     has the names of the elements inside the root: "/canteen"; in a calendar, the name of a component: "/VEVENT". Replies that are left out are used unchanged, as CSV replies are.
  ///   - seed: decides how records and keys are shuffled.
  ///   - samples: about how many damaged replies of a kind are read; nil for all, or as many as can be read in a short time. For an adapter
  ///     that is a program, which starts for each reading. Its cost is not measured then, because this process does not see it.
  public init(
    _ adapter: any FeedAdapter, feed: Feed, bodies: [String: [UInt8]], records: [String: String], seed: UInt64 = 1, samples: Int? = nil
  ) {
    self.adapter = adapter
    self.feed = feed
    self.bodies = bodies
    self.records = records
    self.seed = seed
    self.samples = samples
  }

  /// Returns the broken promises; empty if the adapter keeps all. `proportional` is checked only if all others are kept.
  ///
  /// - Parameter willCheck: is called before each promise that takes long to check.
  public func failures(_ willCheck: (ContractFailure.Promise) -> Void = { _ in }) async -> [ContractFailure] {
    let whole: Reading
    do {
      whole = try await read(bodies)
    } catch {
      return [ContractFailure(.pure, "the good replies were refused: \(error)")]
    }
    guard !whole.entries.isEmpty else { return [ContractFailure(.nothingLost, "the good replies gave no entry")] }
    var failures: [ContractFailure] = []
    do throws(ContractFailure) { try await checkPurity(whole) } catch { failures.append(error) }
    do throws(ContractFailure) { try checkIDs(whole) } catch { failures.append(error) }
    do throws(ContractFailure) { try checkCount(whole, bodies, "the good replies") } catch { failures.append(error) }
    do throws(ContractFailure) { try await checkOrder(whole) } catch { failures.append(error) }
    willCheck(.truncation)
    do throws(ContractFailure) { try await checkTruncation(whole) } catch { failures.append(error) }
    willCheck(.hostile)
    do throws(ContractFailure) { try await checkHostileValues(whole) } catch { failures.append(error) }
    guard failures.isEmpty, samples == nil else { return failures }
    // This is the longest check, and useless while the adapter breaks other promises.
    willCheck(.proportional)
    do throws(ContractFailure) { try await checkCost() } catch { return [error] }
    return []
  }

  /// Returns the step with which some of a number of damaged replies are taken: about `samples`, and of large replies only as many as can
  /// be read in a short time, so that the checks take time in proportion to the size of the replies.
  func step(through count: Int) -> Int {
    let size = bodies.values.reduce(1) { $0 + $1.count }
    let readings = min(samples ?? .max, max(Self.fewestReadings, Self.readBytes / size))
    return max(1, (count + readings - 1) / max(1, readings))
  }

  /// How much one check reads, in bytes.
  private static let readBytes = 16 << 20
  private static let fewestReadings = 200

  /// One reading of the feed: the draft, and its entries as sorted canonical lines. They are bytes, because Swift treats texts in two
  /// Unicode forms as equal.
  struct Reading {
    let draft: FeedDraft
    let entries: [[UInt8]]
  }

  /// When all replies were received, for adapters that depend on it.
  private static let receivedAt = Instant("2026-11-20T17:00:00Z")

  /// Reads the feed once, as the engine does. Follow-up requests are made, but not answered.
  func draft(_ bodies: [String: [UInt8]]) async throws(AdapterError) -> FeedDraft {
    var replies: [FeedReply] = []
    for request in try await adapter.requests(for: feed) {
      guard let body = bodies[request.name] else { continue }
      let reply = FeedReply(to: request, body: body, receivedAt: Self.receivedAt)
      replies.append(reply)
      _ = try await adapter.followUps(to: reply, for: feed)
    }
    var draft = FeedDraft(for: feed)
    try await adapter.normalize(replies, of: feed, into: &draft)
    try draft.finish()
    return draft
  }

  func read(_ bodies: [String: [UInt8]]) async throws(AdapterError) -> Reading {
    let draft = try await draft(bodies)
    let lines = draft.entries.map { entry in
      var writer = JSONWriter(capacity: 4096)
      entry.write(to: &writer)
      return writer.bytes
    }
    return Reading(draft: draft, entries: lines.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// The records of a reply.
  struct RecordArray {
    let request: String
    /// The whole reply.
    let tree: ReplyTree
    let pointer: String
    let records: [ReplyTree]
    /// Whether the records are the members of an object.
    var isKeyed: Bool { tree.hasKeyedRecords(at: pointer) }

    /// Returns the reply with other records.
    func replacing(_ records: [ReplyTree]) -> ReplyTree? { tree.replacingRecords(at: pointer, with: records) }

    /// Returns the path of a value of the first record in the reply, for messages.
    func path(_ path: [String]) -> [String] { JSONPointer.tokens(pointer) + ["0"] + path }
  }

  /// Returns the records of the replies, sorted by request. Replies without any are left out.
  func arrays(in bodies: [String: [UInt8]]) -> [RecordArray] {
    records.sorted { $0.key < $1.key }.compactMap { request, pointer in
      guard let body = bodies[request], let tree = ReplyTree(parsing: body), let records = tree.records(at: pointer) else { return nil }
      return RecordArray(request: request, tree: tree, pointer: pointer, records: records)
    }
  }

  /// Reads the same replies again, which must give the same entries and notes.
  private func checkPurity(_ whole: Reading) async throws(ContractFailure) {
    guard let again = try? await read(bodies) else { throw ContractFailure(.pure, "the second reading was refused") }
    guard again.entries == whole.entries, again.draft.notes == whole.draft.notes else {
      throw ContractFailure(.pure, "the second reading differs")
    }
  }

  /// Returns whether an entry belongs to the feed, or, if its replies are catalogs, to a campus that it may deliver.
  func isOwn(_ id: EntryID) -> Bool { id.feed.map(feed.mayDeliver) ?? false }

  private func checkIDs(_ whole: Reading) throws(ContractFailure) {
    let ids = whole.draft.ids
    if Set(ids).count != ids.count { throw ContractFailure(.ids, "two entries share an id") }
    for id in ids where !isOwn(id) { throw ContractFailure(.ids, "\(id) is not an id of \(feed.id)") }
  }

  /// Verifies that each record has become an entry or was set aside, with a note that has a pointer.
  func checkCount(_ reading: Reading, _ bodies: [String: [UInt8]], _ what: String) throws(ContractFailure) {
    let expected = arrays(in: bodies).reduce(0) { $0 + $1.records.count }
    // A menu is only a part of a record.
    let entries = reading.draft.pointers.count { $0.index != nil }
    let rejected = reading.draft.rejected + reading.draft.skipped
    // For some replies, the location of the records is unknown.
    let isKnown = reading.draft.pointers.allSatisfy { records[$0.request] != nil }
    guard entries + rejected == expected || !isKnown else {
      throw ContractFailure(.nothingLost, "\(what): \(expected) records, \(entries) entries and \(rejected) set aside or left out")
    }
    // Each record that was set aside has a note that names its place.
    guard reading.draft.notes.count(where: { $0.pointer != nil }) >= reading.draft.rejected else {
      throw ContractFailure(.nothingLost, "\(what): a record was set aside without a note")
    }
  }
}
