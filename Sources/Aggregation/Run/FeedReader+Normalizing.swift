import CampusCatalog
import FeedKit
import OpeningHours

extension FeedReader {
  /// An optional reply that could not be read.
  struct Unread: Sendable {
    let request: FeedRequest
    let failure: FeedFailure
    /// The note for the report of this run; it is not stored, because the next reply may be readable.
    var note: Note

    var label: String { request.label }
  }

  /// The entries of a feed's replies, with their notes.
  struct Normalized: Sendable {
    let summary: ReplySummary
    var lines: EntryLines
    /// The SHA-256 of the lines in lower-case hexadecimal, if they are, or will be, a stored result.
    var content: String?
    /// The ids of the entries that were read, in their order.
    var ids: [EntryID]
    /// The locations of the entries' records in the replies, in the same order.
    var pointers: [RecordPointer]
    let rejected: Int
    let notes: [Note]
    let unread: [Unread]
    /// The campuses and feed reports of a catalog; nil for other replies.
    var upstream: UpstreamCatalog?
    /// The feeds of a catalog that were left out because they came through the catalog that is being made.
    var loops: Set<FeedID> = []
    /// The feeds of a catalog whose last good entries are served instead of suspicious ones.
    var held: [FeedID: FeedState.Held] = [:]
    /// The ids of the last good entries that are served instead of new ones; not part of `ids`.
    var keptIDs: [EntryID] = []
    /// The records of the last good result and of the new one by which the whole result is judged, for a catalog, or if there are menus.
    /// Nil to compare ids.
    var records: (old: [EntryID], new: [EntryID])?

    /// Completes the report of a feed whose new entries are shown.
    func fill(_ report: inout FeedReport) {
      summary.fill(&report)
      report.entries = ids.count + keptIDs.count
      report.rejected = rejected
    }
  }

  /// Converts replies to entries. An optional reply that cannot be read is left out or replaced by the last accepted one.
  ///
  /// - Parameters:
  ///   - summary: the facts about the replies, including replies that are not converted.
  ///   - last: returns the last accepted reply to a request; nil if there is none.
  /// - Throws: a failure with the notes of the draft if the feed is refused.
  func normalize(
    _ replies: [FeedReply], _ summary: ReplySummary, insteadOf last: (FeedRequest) async -> FeedReply? = { _ in nil }
  ) async throws(FeedFailure) -> Normalized {
    var used = replies
    var unread: [Unread] = []
    while true {
      do throws(FeedFailure) {
        return try await normalized(used, unread.isEmpty ? summary : ReplySummary(used), unread)
      } catch {
        guard !error.isFinal, used.count > 1, let index = culprit(of: error, among: used) else {
          var refusal = error
          refusal.notes += unread.map(\.note)
          throw refusal
        }
        let request = used[index].request
        // The last accepted reply may be unreadable, too.
        let before = unread.firstIndex { $0.label == request.label }
        let replacement = before == nil ? await last(request) : nil
        if let replacement { used[index] = replacement } else { used.remove(at: index) }
        let what = replacement == nil ? "left out \(request.label)" : "the last good \(request.label) is used"
        let note = Note(error.reason, request: request.label, pointer: error.pointer, "\(what): \(error.detail)")
        if let before { unread[before].note = note } else { unread.append(Unread(request: request, failure: error, note: note)) }
      }
    }
  }

  /// Converts the replies to entries once. The draft enforces the limits.
  private func normalized(_ replies: [FeedReply], _ summary: ReplySummary, _ unread: [Unread]) async throws(FeedFailure) -> Normalized {
    var draft = FeedDraft(for: feed, replies: replies.count, isOver: deadline.hasPassed)
    draft.storeOnlyLines()
    do throws(AdapterError) { try await adapter.normalize(replies, of: feed, into: &draft) } catch { throw FeedFailure(error) }
    do throws(AdapterError) {
      try draft.finish()
      try draft.checkRejections()
    } catch {
      var failure = FeedFailure(error)
      failure.notes = draft.notes
      failure.rejected = draft.rejected
      throw failure
    }
    return Normalized(
      summary: summary, lines: draft.lines ?? EntryLines(draft.entries), ids: draft.ids, pointers: draft.pointers,
      rejected: draft.rejected, notes: draft.notes, unread: unread,
      upstream: draft.upstream?.sanitized(for: feed, receivedAt: summary.receivedAt), loops: draft.loops)
  }

  /// Returns lines with the former ids of the last good result as aliases, for feeds with derived ids (`AdapterManifest.derivesIDs`).
  ///
  /// - Throws: an error if the store cannot be read.
  func withFormerIDs(_ lines: EntryLines, after last: FeedState.LastGood?) async throws(StoreError) -> EntryLines {
    guard reading.adapter.manifest.derivesIDs, let stored = try await self.lines(of: last), let old = try? stored.entries(of: [.place])
    else { return lines }
    return (try? FormerIDs.addAliases(from: old, to: lines)) ?? lines
  }

  /// Returns the lines of the last good result; nil if there are none, or if they are damaged: then the new result replaces them.
  func lines(of last: FeedState.LastGood?) async throws(StoreError) -> EntryLines? {
    guard let store, let last, last.entries > 0 else { return nil }
    do throws(StoreError) { return EntryLines(bytes: try await store.entries(of: feed.id), count: last.entries) } catch {
      if error.reason == .storeCorrupt { return nil }
      throw error
    }
  }

  /// Returns the index of the optional reply that caused a failure; the last optional one if the failure has no request.
  private func culprit(of failure: FeedFailure, among replies: [FeedReply]) -> Int? {
    replies.lastIndex { reply in !needs(reply.request) && failure.request.map { $0 == reply.request.label } ?? true }
  }
}

extension FeedState.LastGood {
  /// - Parameters:
  ///   - content: the SHA-256 of the lines.
  ///   - notes: the notes on the content.
  ///   - last: the last good result until now.
  init(_ report: FeedReport, _ lines: EntryLines, _ content: String, _ notes: [Note], after last: Self?, at moment: Instant) {
    self.init(
      acceptedAt: last.flatMap { $0.content == content ? $0.acceptedAt : nil } ?? moment, checkedAt: moment,
      fetchedAt: report.fetchedAt ?? moment, content: content, bodies: report.sha256 ?? "", bytes: report.bytes ?? 0, entries: lines.count,
      rejected: report.rejected, url: report.url, etag: report.etag, notes: notes)
  }
}
