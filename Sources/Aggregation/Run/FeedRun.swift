import CampusCatalog
import Crypto
import FeedCore
import OpeningHours

/// The reading of one feed: requests, replies, normalize, guard.
struct FeedRun {
  /// How one feed came out, before entries of feeds meet.
  struct Result: Sendable {
    var report: FeedReport
    var entries: [Entry] = []
    /// In the place of entries, where nothing has to be merged.
    var lines: EntryLines?
    /// In the place of both, where they are those of the last good result.
    var kept: KeptLines?
    /// The SHA-256 of the lines, where the store has them.
    var content: String?
    /// The id of each entry that was read in this run, in the order of the entries.
    var ids: [EntryID] = []
    /// Where each entry's record stood, in the same order.
    var places: [RecordPlace] = []
    let priority: Int
    /// Of the first reply that was read.
    var status: Int?
    /// When the feed is to be asked again, where this run settled that.
    var nextDue: Instant?
    /// The newest moment at which a reply was received.
    var receivedAt: Instant?
    /// The store failed.
    var storeError: StoreError?
    /// The replies that were read, where they are to be kept.
    var replies: [FeedReply] = []
    /// What is still to be kept: that the last good result is current.
    var confirmation: Shared<FeedUpdate>?

    init(_ report: FeedReport, priority: Int) {
      self.report = report
      self.priority = priority
    }

    /// What needs no merge: nil where there are entries.
    var part: CatalogParts.Part? { kept.map { .kept($0) } ?? lines.map { .lines($0) } }

    mutating func removeEntries() {
      entries = []
      lines = nil
      kept = nil
      content = nil
      ids = []
      places = []
    }
  }

  let reading: Plan.Reading
  let transport: any Transport
  /// The outcome of a feed that came through.
  let delivered: FeedReport.Outcome
  /// Entries are wanted for a merge; else their lines do.
  let needsEntries: Bool
  /// The replies are to be kept.
  var keepsReplies = false

  /// More pages than any feed has.
  static let mostRequests = 200

  private var feed: Feed { reading.feed }

  /// Nil when a recording has nothing of this feed.
  func run() async -> Result? {
    var result = Result(FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent), priority: feed.priority)
    guard feed.isEnabled else {
      result.report.outcome = .disabled
      result.report.reason = "config.disabled"
      return result
    }
    do throws(Refusal) {
      guard let replies = try await self.replies(&result) else { return nil }
      describe(replies, in: &result)
      result.report.notes += try await normalize(replies, &result).map(\.note)
      result.report.outcome = delivered
      if keepsReplies { result.replies = replies }
    } catch {
      result.report.reason = error.reason
      result.report.notes.append(Note(Note.Code(error.reason), request: error.request, pointer: error.pointer, error.detail))
    }
    return result
  }

  /// Why a feed delivers nothing.
  struct Refusal: Error {
    let reason: String
    var request: String?
    var pointer: String?
    let detail: String
    /// Seconds to wait, where the feed's rules tell them.
    var retryAfter: Int?
    /// What a log tells beside the reason.
    let fields: [LogField]

    init(_ error: AdapterError) {
      retryAfter = error.retryAfter
      reason = error.code.description
      request = error.request
      pointer = error.pointer.isEmpty ? nil : error.pointer
      detail = error.advice
      fields = error.fields
    }

    init(_ failure: TransportFailure) {
      reason = failure.reason
      detail = failure.detail
      fields = failure.fields
    }
  }

  // MARK: - Requests and replies

  private func replies(_ result: inout Result) async throws(Refusal) -> [FeedReply]? {
    var waiting: [FeedRequest]
    do throws(AdapterError) {
      waiting = try await reading.adapter.requests(for: feed)
    } catch {
      throw Refusal(error)
    }
    var replies: [FeedReply] = []
    var missing: FeedRequest?
    var asked = 0
    while !waiting.isEmpty, asked < Self.mostRequests {
      let request = waiting.removeFirst()
      asked += 1
      switch await transport.answer(to: request, of: feed, knowing: nil) {
      case .reply(let reply):
        replies.append(reply)
        do throws(AdapterError) {
          waiting += try await reading.adapter.followUps(to: reply, for: feed)
        } catch {
          // A further page that can not be read is left out when it is read.
          if request.isRequired, request.page == 1 { throw Refusal(error) }
        }
      case .notModified:
        throw Refusal(TransportFailure("http.304_unexpected", "the answer is \"as before\", and there is no before"))
      case .missing where request.isRequired && request.page == 1:
        missing = missing ?? request
      case .missing:
        result.report.notes.append(
          Note(.requestMissing, request: request.label, "the recording has no \(request.fileName)"))
      case .failure(let failure):
        if let time = failure.receivedAt { result.receivedAt = max(result.receivedAt ?? time, time) }
        if request.isRequired, request.page == 1 { throw Refusal(failure) }
        result.report.notes.append(Note(Note.Code(failure.reason), request: request.label, failure.detail))
      }
    }
    if let next = waiting.first {
      result.report.notes.append(
        Note(.requestLimit, request: next.label, "not asked: a reading has at most \(Self.mostRequests) requests"))
    }
    guard let missing else { return replies }
    if replies.isEmpty { return nil }
    throw Refusal(TransportFailure("recording.incomplete", "the recording has no \(missing.fileName), which the feed can not do without"))
  }

  func describe(_ replies: [FeedReply], in result: inout Result) {
    var hash = SHA256()
    for reply in replies { reply.body.withUnsafeBytes { hash.update(bufferPointer: $0) } }
    result.report.sha256 = hash.finalize().hexadecimal
    result.report.bytes = replies.reduce(0) { $0 + $1.body.count }
    result.report.etag = replies.first?.headers["etag"].flatMap { $0.isEmpty ? nil : $0 }
    result.report.url = replies.first?.url.map(PublicAddress.withoutSecrets)
    result.status = replies.first?.status
    result.receivedAt = (replies.compactMap(\.receivedAt) + [result.receivedAt].compactMap { $0 }).max()
    result.report.fetchedAt = replies.compactMap(\.receivedAt).min()
  }

  // MARK: - Normalize and guard

  /// A reply that could not be read, and that the feed can do without.
  struct Unread {
    let label: String
    let refusal: Refusal
    /// What people are told: of this run alone, for the next reply may be whole.
    var note: Note
  }

  /// An optional reply that can not be read costs itself, not the feed; so does a further page of a recording.
  ///
  /// - Parameter last: the last reply to its request that was accepted: it is read in its place. Nil for a recording.
  /// - Returns: the replies that could not be read. The report has no note of them yet, unless the feed is refused.
  func normalize(
    _ replies: [FeedReply], _ result: inout Result, insteadOf last: ((FeedRequest) async -> FeedReply?)? = nil
  ) async throws(Refusal) -> [Unread] {
    var used = replies
    var unread: [Unread] = []
    while true {
      do throws(AdapterError) {
        try await accept(used, &result)
        if !unread.isEmpty { describe(used, in: &result) }
        return unread
      } catch {
        let refusal = Refusal(error)
        guard error.code != .drift, used.count > 1, let index = Self.culprit(of: error, among: used, isLive: last != nil) else {
          result.report.notes += unread.map(\.note)
          throw refusal
        }
        let request = used[index].request
        func note(_ what: String) -> Note {
          Note(Note.Code(refusal.reason), request: request.label, pointer: refusal.pointer, "\(what): \(refusal.detail)")
        }
        // What stands in for it may be unreadable, too.
        if let before = unread.firstIndex(where: { $0.label == request.label }) {
          used.remove(at: index)
          unread[before].note = note("left out \(request.label)")
        } else if let reply = await last?(request) {
          used[index] = reply
          unread.append(Unread(label: request.label, refusal: refusal, note: note("\(request.label) is as it was before")))
        } else {
          used.remove(at: index)
          unread.append(Unread(label: request.label, refusal: refusal, note: note("left out \(request.label)")))
        }
      }
    }
  }

  /// The reply that an error is of and that the feed can do without; the last of those for an error that names none.
  private static func culprit(of error: AdapterError, among replies: [FeedReply], isLive: Bool) -> Int? {
    replies.lastIndex { reply in
      (!reply.request.isRequired || reply.request.page > 1 && !isLive) && error.request.map { $0 == reply.request.label } ?? true
    }
  }

  private func accept(_ replies: [FeedReply], _ result: inout Result) async throws(AdapterError) {
    var draft = needsEntries ? FeedDraft(for: feed) : FeedDraft(writing: feed)
    try await reading.adapter.normalize(replies, of: feed, into: &draft)
    draft.sortEntries()
    result.report.rejected = draft.rejected
    do throws(AdapterError) {
      try DriftGuard.check(draft)
    } catch {
      result.report.notes += draft.notes
      throw error
    }
    result.report.notes += draft.notes
    result.entries = draft.entries
    result.lines = draft.lines
    result.ids = draft.ids
    result.places = draft.places
    result.report.entries = draft.ids.count
  }
}

extension Note.Code {
  static let requestMissing = Note.Code("request.missing")
  static let requestLimit = Note.Code("request.limit")
}
