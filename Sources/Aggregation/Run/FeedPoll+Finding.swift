import CampusCatalog
import FeedKit
import Fetching
import StoreInterface

extension FeedPoll {
  /// The result of reading the content of the replies.
  private enum Content {
    case finding(PollFinding)
    /// Unusable content. Mirrors may have better content; if not, the finding applies.
    case unusable(FeedFailure, label: String?, PollFinding)
    /// Unusable content that trying more mirrors would not help.
    case failed(FeedFailure, ReplySummary?)
  }

  /// Reads the content of the replies, and tries mirrors while it is unusable.
  ///
  /// - Parameter replies: the replies; those of mirrors replace others.
  func finding(_ replies: inout FeedReplies, _ known: FeedState, _ acceptance: Acceptance) async -> PollFinding {
    // If no mirror helps, the first replies are reported.
    var first: FeedReplies?
    while true {
      let finding: PollFinding
      switch await content(of: replies, known, acceptance) {
      case .finding(let found): return found
      case .failed(let failure, let summary): finding = .failed(failure, replies, summary)
      case .unusable(let failure, let label, let otherwise):
        finding = otherwise
        guard reader.hasMirrors(for: failure, of: label, replies) else {
          if case .failed = otherwise { break }
          return otherwise
        }
        first = first ?? replies
        if !failure.reason.isHold {
          source.log(Scrubber(feed).clean(FetchEvent(of: failure.reason, [.init("detail", failure.detail)] + failure.fields, feed.id)))
        }
        do throws(FeedFailure) {
          try await reader.askMirrors(after: failure, of: label, &replies, knowing: known)
          continue
        } catch {}
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
    if let (label, failure) = replies.unreadable { return .unusable(failure, label: label, .failed(failure, replies, nil)) }
    do throws(FeedFailure) {
      if isUnchanged(replies, known) {
        // A recording needs all bodies.
        if source.record != nil { _ = try await bodies(of: replies) }
        return .finding(.unchanged(replies))
      }
      let all = try await bodies(of: replies)
      let summary = ReplySummary(all, sha256: all.count == 1 ? replies.onlySHA256 : nil)
      if let empty = all.first(where: EmptyReply.isEmpty), let held = acceptance.heldBack(.guardEmpty, entries: 0, known) {
        let fileName = empty.request.fileName
        let finding = PollFinding.empty(replies, fileName: fileName, held: held, summary)
        if known.lastGood != nil { return .finding(finding) }
        return .unusable(FeedFailure(.guardEmpty, "\(fileName) has nothing in it"), label: empty.request.label, finding)
      }
      return await read(all, summary, replies, known, acceptance)
    } catch {
      return .failed(error, nil)
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
      normalized = try await reader.normalize(all.filter { !EmptyReply.isEmpty($0) }, sha256: summary.sha256) { request in
        guard let last = known.lastAccepted(request.label) else { return nil }
        return try? await reader.stored(last, request)
      }
    } catch {
      return .unusable(error, label: error.request, .failed(error, replies, summary))
    }
    // An operator may accept empty replies.
    if normalized.unread.isEmpty { normalized.summary = summary }
    let isGuarded = !acceptance.isAlwaysAccepted && (!reading.adapter.manifest.isStream || normalized.ids.isEmpty)
    let lastIDs: [EntryID]
    do throws(FeedFailure) {
      for reply in normalized.unread where reader.hasMirrors(for: reply.failure, of: reply.label, replies) {
        return .unusable(reply.failure, label: reply.label, .read(replies, normalized, lastIDs: []))
      }
      if known.lastGood == nil, normalized.ids.isEmpty, acceptance.heldBack(.guardEmpty, entries: 0, known) != nil {
        let failure = FeedFailure(.guardEmpty, "the feed has no records at all")
        return .unusable(failure, label: nil, .read(replies, normalized, lastIDs: []))
      }
      lastIDs = isGuarded ? try await self.lastIDs(known) : []
      let carryover = AliasCarryover(reading: reading, store: source.feedStore)
      normalized.content = try await carryover.apply(to: normalized.content, after: known.lastGood)
    } catch {
      return .failed(error, summary)
    }
    return .finding(.read(replies, normalized, lastIDs: lastIDs))
  }

  /// Reads the replies of a frozen mirror.
  private func frozen(_ replies: FeedReplies, _ failure: FeedFailure) async -> Content {
    do throws(FeedFailure) {
      let normalized = try await reader.normalize(replies.replies, sha256: replies.onlySHA256)
      guard !normalized.ids.isEmpty else {
        var failure = failure
        failure.notes = normalized.notes
        return .failed(failure, normalized.summary)
      }
      return .finding(.frozen(replies, normalized, because: failure))
    } catch {
      return .failed(error, ReplySummary(replies.replies, sha256: replies.onlySHA256))
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
