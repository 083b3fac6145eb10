public import CampusCatalog
public import FeedKit
import Fetching
public import OpeningHours
import StoreInterface

/// Reads replies that were kept once more, with the adapters and the registry of now.
public struct Rereading: Sendable {
  /// A reply as it was kept.
  public struct Reply: Sendable {
    /// Of its request: "venues", "guides.2".
    public let label: String
    public let body: [UInt8]
    public let headers: [String: String]
    /// The address that answered; nil where it is not known, as is the next.
    public let url: String?
    public let receivedAt: Instant?

    public init(label: String, body: [UInt8], headers: [String: String], url: String?, receivedAt: Instant?) {
      self.label = label
      self.body = body
      self.headers = headers
      self.url = url
      self.receivedAt = receivedAt
    }
  }

  /// Why there are no entries.
  public struct Refusal: Error, Sendable, Hashable {
    /// A stable code: `schema.drift`, `feed.unknown`.
    public let reason: ReasonCode
    /// One sentence without a full stop.
    public let detail: String
  }

  private let registry: Registry

  public init(registry: Registry) { self.registry = registry }

  /// The entries of one feed as canonical lines, before any merge; also of a feed that is switched off.
  ///
  /// - Parameter kept: the lines that were made of the replies before: their entries may have aliases that stand in no reply.
  public func lines(of id: FeedID, from replies: [Reply], keptAs kept: EntryLines? = nil) async throws(Refusal) -> EntryLines {
    let result = try await result(of: id, from: replies)
    guard case .lines(let lines, _) = result.content else { throw Self.refusal(result) }
    guard let kept, derivesIDs(id), let old = try? kept.entries() else { return lines }
    return (try? FormerIDs.pass(from: old, to: lines)) ?? lines
  }

  private func derivesIDs(_ id: FeedID) -> Bool {
    registry.feed(id).flatMap { registry.adapter($0.adapter) }?.manifest.derivesIDs ?? false
  }

  /// Where the record of each entry stands.
  public func places(of id: FeedID, from replies: [Reply]) async throws(Refusal) -> [EntryID: RecordPlace] {
    let result = try await result(of: id, from: replies)
    return Dictionary(zip(result.ids, result.places), uniquingKeysWith: { first, _ in first })
  }

  private func result(of id: FeedID, from replies: [Reply]) async throws(Refusal) -> FeedResult {
    guard let feed = registry.feed(id), let adapter = registry.adapter(feed.adapter) else {
      throw Refusal(reason: .feedUnknown, detail: "the registry has no feed \(id)")
    }
    let enabled = Feed(
      id: feed.id, campus: feed.campus, adapter: feed.adapter, addresses: feed.addresses, headers: feed.headers, cadence: feed.cadence,
      priority: feed.priority, limits: feed.limits)
    let source = RecordedSource(transport: KeptReplies(replies), delivered: .replayed)
    let reading = Plan.Reading(feed: enabled, adapter: adapter)
    guard let result = await source.read(reading, needsEntries: false, known: { () async throws(StoreError) in nil }) else {
      throw Refusal(reason: .recordingIncomplete, detail: "no reply of \(id) is kept")
    }
    guard result.report.outcome == .replayed else { throw Self.refusal(result) }
    return result
  }

  private static func refusal(_ result: FeedResult) -> Refusal {
    Refusal(
      reason: result.report.reason ?? .recordingIncomplete, detail: result.report.notes.last?.detail ?? "it can no longer be read")
  }
}

/// Answers requests with the replies that have their labels.
private struct KeptReplies: Transport {
  private let replies: [String: Rereading.Reply]

  init(_ replies: [Rereading.Reply]) {
    self.replies = Dictionary(replies.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func answer(to request: FeedRequest, of feed: Feed, knowing known: KnownReply?) async -> TransportOutcome {
    guard let reply = replies[request.label] else { return .missing }
    return .reply(
      FetchedReply(
        FeedReply(
          to: request, headers: reply.headers, body: reply.body, url: reply.url ?? request.addresses.first?.url,
          receivedAt: reply.receivedAt)))
  }
}
