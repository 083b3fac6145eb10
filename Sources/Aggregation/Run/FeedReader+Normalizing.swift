import CampusCatalog
import FeedKit
import StoreInterface

extension FeedReader {
  /// An optional reply that could not be read.
  struct Unread: Sendable {
    let label: String
    let failure: FeedFailure
    /// The note for the report of this run; it is not stored, because the next reply may be readable.
    var note: Note
  }

  /// The entries of a feed's replies, with their notes.
  struct Normalized: Sendable {
    var summary: ReplySummary
    var content: Content
    /// The ids of the entries, in their order.
    let ids: [EntryID]
    /// The locations of the entries' records in the replies, in the same order.
    let places: [RecordPlace]
    /// The number of records that were set aside.
    let rejected: Int
    let notes: [Note]
    let unread: [Unread]

    /// Entries as values if they may be merged or corrected, otherwise as canonical lines.
    enum Content: Sendable {
      case entries([Entry])
      case lines(EntryLines)
    }

    /// The entries as lines.
    var lines: EntryLines {
      switch content {
      case .lines(let lines): lines
      case .entries(let entries): EntryLines(entries)
      }
    }

    /// Returns the content for the catalog.
    ///
    /// - Parameter hash: the SHA-256 of the lines if they are in the store.
    func part(stored hash: String? = nil) -> CatalogParts.Part {
      switch content {
      case .lines(let lines): .lines(LazyEntryLines(lines, content: hash))
      case .entries(let entries): .entries(entries)
      }
    }
  }

  /// Converts replies to entries. An optional reply that cannot be read is left out or replaced by the last accepted one.
  ///
  /// - Parameters:
  ///   - sha256: the SHA-256 of the bodies of all replies, if known.
  ///   - last: returns the last accepted reply to a request; nil if there is none.
  /// - Throws: a failure with the notes of the draft if the feed is refused.
  func normalize(
    _ replies: [FeedReply], sha256: String? = nil, insteadOf last: (FeedRequest) async -> FeedReply? = { _ in nil }
  ) async throws(FeedFailure) -> Normalized {
    var used = replies
    var unread: [Unread] = []
    while true {
      do throws(FeedFailure) {
        return try await normalized(used, unread, sha256: unread.isEmpty ? sha256 : nil)
      } catch {
        guard !error.isFinal, used.count > 1, let index = culprit(of: error, among: used) else {
          var refusal = error
          refusal.notes += unread.map(\.note)
          throw refusal
        }
        let request = used[index].request
        func note(_ what: String) -> Note {
          Note(error.reason, request: request.label, pointer: error.pointer, "\(what): \(error.detail)")
        }
        // The last accepted reply may be unreadable, too.
        if let before = unread.firstIndex(where: { $0.label == request.label }) {
          used.remove(at: index)
          unread[before].note = note("left out \(request.label)")
        } else if let reply = await last(request) {
          used[index] = reply
          unread.append(Unread(label: request.label, failure: error, note: note("\(request.label) is as it was before")))
        } else {
          used.remove(at: index)
          unread.append(Unread(label: request.label, failure: error, note: note("left out \(request.label)")))
        }
      }
    }
  }

  /// Converts the replies to entries once. The draft enforces the limits.
  private func normalized(_ replies: [FeedReply], _ unread: [Unread], sha256: String?) async throws(FeedFailure) -> Normalized {
    var draft =
      needsEntries
      ? FeedDraft(for: feed, replies: replies.count, isOver: deadline.hasPassed)
      : FeedDraft(writing: feed, replies: replies.count, isOver: deadline.hasPassed)
    do throws(AdapterError) { try await reading.adapter.normalize(replies, of: feed, into: &draft) } catch { throw FeedFailure(error) }
    do throws(AdapterError) {
      try draft.finish()
      try Self.checkDrift(draft)
    } catch {
      var failure = FeedFailure(error)
      failure.notes = draft.notes
      failure.rejected = draft.rejected
      throw failure
    }
    return Normalized(
      summary: ReplySummary(replies, sha256: sha256), content: draft.lines.map { .lines($0) } ?? .entries(draft.entries),
      ids: draft.ids,
      places: draft.places, rejected: draft.rejected, notes: draft.notes, unread: unread)
  }

  /// Throws `schema.drift` if more than 10 % of the records, and at least 3, were set aside: the feed's format must have changed.
  /// Duplicates do not count.
  ///
  /// Thus 2 of 3 bad records are tolerated, and so are 3 of 30, but not 3 of 29.
  private static func checkDrift(_ draft: FeedDraft) throws(AdapterError) {
    let bad = draft.rejected - draft.duplicates
    guard bad >= 3, bad * 10 > draft.records else { return }
    throw AdapterError(
      .drift,
      "\(bad) of \(draft.records) records had to be set aside (see the notes); the feed may have a new shape, see the adapter's README")
  }

  /// Returns content with the former ids of the last good result as aliases, for feeds with derived ids (`AdapterManifest.derivesIDs`).
  ///
  /// - Parameter last: the last good result; a damaged one is ignored.
  /// - Throws: an error if the store cannot be read.
  func withFormerIDs(
    _ content: Normalized.Content, after last: FeedState.LastGood?
  ) async throws(FeedFailure) -> Normalized.Content {
    guard let store, reading.adapter.manifest.derivesIDs, let last, last.entries > 0 else { return content }
    let bytes: [UInt8]
    do throws(StoreError) {
      bytes = try await store.entries(of: feed.id)
    } catch {
      if error.reason == .storeCorrupt { return content }
      throw FeedFailure(error)
    }
    guard let old = try? EntryLines(bytes: bytes, count: last.entries).entries() else { return content }
    switch content {
    case .lines(let lines): return .lines((try? FormerIDs.pass(from: old, to: lines)) ?? lines)
    case .entries(var entries):
      FormerIDs.pass(from: old, to: &entries)
      return .entries(entries)
    }
  }

  /// Returns the index of the optional reply that caused a failure; the last optional one if the failure has no request.
  private func culprit(of failure: FeedFailure, among replies: [FeedReply]) -> Int? {
    replies.lastIndex { reply in !source.needs(reply.request) && failure.request.map { $0 == reply.request.label } ?? true }
  }
}
