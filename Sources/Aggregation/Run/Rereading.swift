public import CampusCatalog
public import FeedKit
import Fetching

/// Reads stored replies again with the current adapters and registry.
public struct Rereading: Sendable {
  /// An error that explains why there are no entries.
  public struct Refusal: Error, Sendable, Hashable {
    /// The reason, such as `schema.drift` or `feed.unknown`.
    public let reason: ReasonCode
    /// One sentence without a period.
    public let detail: String
  }

  private let registry: Registry

  public init(registry: Registry) { self.registry = registry }

  /// Returns the entries of a feed as canonical lines, before any merge. The feed may be disabled.
  ///
  /// - Parameters:
  ///   - replies: its stored replies by the labels of their requests ("venues", "guides.2"). Further pages may be missing.
  ///   - stored: the lines from the last time the replies were read, whose aliases may not follow from the replies.
  /// - Throws: `Refusal` if the registry does not have the feed, a required reply is missing, or the adapter refuses the replies.
  public func lines(of id: FeedID, from replies: [String: FeedReply], storedAs stored: EntryLines? = nil) async throws(Refusal)
    -> EntryLines
  {
    let result = try await result(of: id, from: replies)
    guard let lines = result.lines?.linesInMemory else { throw Self.refusal(result) }
    let adapter = registry.feed(id).flatMap { registry.adapter(of: $0) }
    guard let stored, adapter?.manifest.derivesIDs == true, let old = try? stored.entries() else { return lines }
    return (try? FormerIDs.addAliases(from: old, to: lines)) ?? lines
  }

  /// Returns the location of each entry's record in the replies.
  public func pointers(of id: FeedID, from replies: [String: FeedReply]) async throws(Refusal) -> [EntryID: RecordPointer] {
    let result = try await result(of: id, from: replies)
    return Dictionary(zip(result.ids, result.pointers), uniquingKeysWith: { first, _ in first })
  }

  private func result(of id: FeedID, from replies: [String: FeedReply]) async throws(Refusal) -> FeedResult {
    guard let feed = registry.feed(id), let adapter = registry.adapter(of: feed) else {
      throw Refusal(reason: .feedUnknown, detail: "the registry has no feed \(id)")
    }
    let source = RecordedSource(transport: LabeledReplies(replies: replies), delivered: .replayed, store: nil, deadline: .never)
    let reading = Plan.Reading(feed: feed.with(isEnabled: true), adapter: adapter)
    guard let result = await source.read(reading, known: .success(StoredFeed())) else {
      throw Refusal(reason: .recordingIncomplete, detail: "no replies of \(id) are stored")
    }
    guard result.report.outcome == .replayed else { throw Self.refusal(result) }
    return result
  }

  private static func refusal(_ result: FeedResult) -> Refusal {
    Refusal(
      reason: result.report.reason ?? .recordingIncomplete, detail: result.report.notes.last?.detail ?? "it can no longer be read")
  }
}

/// A transport that answers requests with the replies that have their labels.
private struct LabeledReplies: Transport {
  let replies: [String: FeedReply]

  func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure?
  ) async -> TransportOutcome {
    guard let reply = replies[request.label] else { return .missing }
    return .reply(
      FeedReply(
        to: request, headers: reply.headers, body: reply.body, url: reply.url ?? request.addresses.first?.url,
        receivedAt: reply.receivedAt))
  }
}
