import CampusCatalog
import FeedKit
import Fetching
import StoreInterface

extension FeedPoll {
  /// The result of reading the content of the replies. If it is unusable, mirrors may have better content than the request with this label
  /// (nil if it is not known); if not, the finding applies.
  private typealias Content = (finding: PollFinding, unusable: (failure: FeedFailure, label: String?)?)

  /// Reads the content of the replies, and tries mirrors while it is unusable.
  ///
  /// - Parameter replies: the replies; those of mirrors replace others.
  func finding(_ replies: inout FeedReplies, _ known: FeedState, _ acceptance: Acceptance) async -> PollFinding {
    // If no mirror helps, the first replies are reported.
    var first: FeedReplies?
    while true {
      let (finding, unusable) = await content(of: replies, known, acceptance)
      if let (failure, label) = unusable, reader.hasMirrors(for: failure, of: label, replies) {
        first = first ?? replies
        if !failure.reason.isHold {
          source.log(Scrubber(feed).clean(FetchEvent(of: failure.reason, [.init("detail", failure.detail)] + failure.fields, feed.id)))
        }
        do throws(FeedFailure) {
          try await reader.askMirrors(after: failure, of: label, &replies, knowing: known)
          continue
        } catch {}
      } else {
        guard case .failed = finding else { return finding }
      }
      guard var last = first else { return finding }
      first = nil
      last.attempts = replies.attempts
      last.hasNoMirrors = true
      replies = last
    }
  }

  /// Reads the content of the replies, the cheapest checks first: same bytes, an empty reply, then all records.
  private func content(of replies: FeedReplies, _ known: FeedState, _ acceptance: Acceptance) async -> Content {
    if let failure = replies.frozen { return await frozen(replies, failure) }
    if let (label, failure) = replies.unreadable { return (.failed(failure, replies, nil), (failure, label)) }
    do throws(FeedFailure) {
      if isUnchanged(replies, known) {
        // A recording needs all bodies.
        if source.record != nil { _ = try await bodies(of: replies) }
        return (.unchanged(replies), nil)
      }
      let all = try await bodies(of: replies)
      let summary = ReplySummary(all, sha256: all.count == 1 ? replies.onlySHA256 : nil)
      if let empty = all.first(where: \.isEmpty), let held = acceptance.heldBack(.guardEmpty, entries: 0, known) {
        let fileName = empty.request.fileName
        let finding = PollFinding.empty(replies, fileName: fileName, held: held, summary)
        if known.lastGood != nil { return (finding, nil) }
        return (finding, (FeedFailure(.guardEmpty, "\(fileName) has nothing in it"), empty.request.label))
      }
      return await read(all, summary, replies, known, acceptance)
    } catch {
      return (.failed(error, replies, nil), nil)
    }
  }

  /// Returns the replies of all answers; for a 304, the last accepted reply.
  private func bodies(of replies: FeedReplies) async throws(FeedFailure) -> [FeedReply] {
    var all: [FeedReply] = []
    for answer in replies.answers {
      if let reply = answer.reply {
        all.append(reply)
      } else if let last = answer.known {
        all.append(try await reader.stored(last, answer.request))
      }
    }
    return all
  }

  /// Converts the replies to entries. Mirrors are tried if the feed is refused, if an optional reply cannot be read, and if a feed without
  /// a last good result has no records.
  private func read(
    _ all: [FeedReply], _ summary: ReplySummary, _ replies: FeedReplies, _ known: FeedState, _ acceptance: Acceptance
  ) async -> Content {
    var normalized: FeedReader.Normalized
    do throws(FeedFailure) {
      normalized = try await reader.normalize(all.filter { !$0.isEmpty }, sha256: summary.sha256) { request in
        guard let last = known.lastAccepted(request.label) else { return nil }
        return try? await reader.stored(last, request)
      }
    } catch {
      return (.failed(error, replies, summary), (error, error.request))
    }
    // An operator may accept empty replies.
    if normalized.unread.isEmpty { normalized.summary = summary }
    let isGuarded = !acceptance.isAlwaysAccepted && (!reading.adapter.manifest.isStream || normalized.ids.isEmpty)
    let lastIDs: [EntryID]
    do throws(FeedFailure) {
      for reply in normalized.unread where reader.hasMirrors(for: reply.failure, of: reply.label, replies) {
        return (.read(replies, normalized, lastIDs: []), (reply.failure, reply.label))
      }
      if known.lastGood == nil, normalized.ids.isEmpty, acceptance.heldBack(.guardEmpty, entries: 0, known) != nil {
        let failure = FeedFailure(.guardEmpty, "the feed has no records at all")
        return (.read(replies, normalized, lastIDs: []), (failure, nil))
      }
      lastIDs = isGuarded ? try await self.lastIDs(known) : []
      normalized.content = try await reader.withFormerIDs(normalized.content, after: known.lastGood)
    } catch {
      return (.failed(error, replies, summary), nil)
    }
    return (.read(replies, normalized, lastIDs: lastIDs), nil)
  }

  /// Reads the replies of a frozen mirror.
  private func frozen(_ replies: FeedReplies, _ failure: FeedFailure) async -> Content {
    do throws(FeedFailure) {
      let normalized = try await reader.normalize(replies.replies, sha256: replies.onlySHA256)
      guard !normalized.ids.isEmpty else {
        var failure = failure
        failure.notes = normalized.notes
        return (.failed(failure, replies, normalized.summary), nil)
      }
      return (.frozen(replies, normalized, because: failure), nil)
    } catch {
      return (.failed(error, replies, ReplySummary(replies.replies, sha256: replies.onlySHA256)), nil)
    }
  }

  /// Returns whether all replies have the bytes of the last accepted ones, read with the same adapter and configuration.
  private func isUnchanged(_ replies: FeedReplies, _ known: FeedState) -> Bool {
    guard known.lastGood != nil, !replies.mustReread, Set(known.requests.keys) == Set(replies.answers.map(\.label)) else { return false }
    return replies.answers.allSatisfy { ($0.sha256 ?? $0.known?.body) == known.requests[$0.label]?.body }
  }

  /// Returns the ids of the last good result, if there are enough of them to detect that most have changed.
  private func lastIDs(_ known: FeedState) async throws(FeedFailure) -> [EntryID] {
    guard let last = known.lastGood, last.entries > 10 else { return [] }
    do throws(StoreError) {
      return EntryLines(bytes: try await source.feedStore.entries(of: feed.id), count: last.entries).ids
    } catch {
      // A damaged result cannot be compared and is replaced by the new one.
      if error.reason == .storeCorrupt { return [] }
      throw FeedFailure(error)
    }
  }
}

extension FeedReply {
  /// Whether a required reply is blank, `{}`, `null` or `""`. An empty array is not, because it may be a list without records, which
  /// `ResultGuard` checks.
  fileprivate var isEmpty: Bool {
    guard request.isRequired, request.format == .json, body.count <= 4096 else { return false }
    let text = body.filter { $0 > 0x20 }
    return text.isEmpty || ["{}", "null", "\"\""].contains { text.elementsEqual($0.utf8) }
  }
}
