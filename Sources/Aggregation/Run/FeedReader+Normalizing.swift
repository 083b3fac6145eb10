import CampusCatalog
import FeedKit

extension FeedReader {
  /// An optional reply that could not be read.
  struct Unread: Sendable {
    let label: String
    let failure: FeedFailure
    /// What people see: of this run alone, for the next reply may be whole.
    var note: Note
  }

  /// The entries of a feed's replies.
  struct Normalized: Sendable {
    var summary: ReplySummary
    var content: FeedResult.Content
    let ids: [EntryID]
    let places: [RecordPlace]
    let rejected: Int
    let notes: [Note]
    let unread: [Unread]
  }

  /// Turns replies into entries. An optional reply that cannot be read costs itself, not the feed.
  ///
  /// - Parameters:
  ///   - sha256: that over the bodies of all replies, when it is known.
  ///   - last: returns the last accepted reply to a request, to be read instead; nil for none.
  /// - Throws: when the feed is refused, with the notes of that reading.
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

  private func normalized(_ replies: [FeedReply], _ unread: [Unread], sha256: String?) async throws(FeedFailure) -> Normalized {
    var draft =
      needsEntries
      ? FeedDraft(for: feed, replies: replies.count, isOver: deadline.hasPassed)
      : FeedDraft(writing: feed, replies: replies.count, isOver: deadline.hasPassed)
    do throws(AdapterError) { try await reading.adapter.normalize(replies, of: feed, into: &draft) } catch { throw FeedFailure(error) }
    do throws(AdapterError) {
      try draft.finish()
      try DriftGuard.check(draft)
    } catch {
      var failure = FeedFailure(error)
      failure.notes = draft.notes
      failure.rejected = draft.rejected
      throw failure
    }
    return Normalized(
      summary: ReplySummary(replies, sha256: sha256), content: draft.lines.map { .lines($0, id: nil) } ?? .entries(draft.entries),
      ids: draft.ids,
      places: draft.places, rejected: draft.rejected, notes: draft.notes, unread: unread)
  }

  /// The reply that a failure is about and that the feed does not need; the last of those for a failure that names none.
  private func culprit(of failure: FeedFailure, among replies: [FeedReply]) -> Int? {
    replies.lastIndex { reply in !source.needs(reply.request) && failure.request.map { $0 == reply.request.label } ?? true }
  }
}
