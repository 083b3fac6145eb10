import CampusCatalog
import FeedKit
import Fetching
import StoreInterface

extension FeedPoll {
  /// What the content of the replies gives.
  private enum Content {
    case finding(PollFinding)
    /// It cannot be used. A mirror may have better content; otherwise the finding stands.
    case unusable(FeedFailure, label: String?, PollFinding)
    /// It cannot be used, and asking more mirrors would not help.
    case failed(FeedFailure, ReplySummary?)
  }

  /// Looks at the content of the replies, and asks mirrors while it cannot be used.
  ///
  /// - Parameter replies: those of mirrors take the place of others.
  func finding(_ replies: inout FeedReplies, _ known: FeedState, _ acceptance: Acceptance) async -> PollFinding {
    // When no mirror helps, the first replies say what is wrong.
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

  private func content(of replies: FeedReplies, _ known: FeedState, _ acceptance: Acceptance) async -> Content {
    if let failure = replies.frozen { return await frozen(replies, failure) }
    if let (label, failure) = replies.unreadable { return .unusable(failure, label: label, .failed(failure, replies, nil)) }
    do throws(FeedFailure) {
      if isUnchanged(replies, known) {
        // A recording needs the bodies, and must not be silently short of one.
        if source.record != nil { _ = try await bodies(of: replies) }
        return .finding(.unchanged(replies))
      }
      let all = try await bodies(of: replies)
      let summary = ReplySummary(all, sha256: all.count == 1 ? replies.answers.first { $0.reply != nil }?.sha256 : nil)
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

  /// The replies of all answers: the last accepted one for a 304.
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
    // Replies that are empty and accepted are replies, too.
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

  /// The reply of a mirror whose content never changes.
  private func frozen(_ replies: FeedReplies, _ failure: FeedFailure) async -> Content {
    do throws(FeedFailure) {
      let normalized = try await reader.normalize(replies.replies)
      guard !normalized.ids.isEmpty else {
        var failure = failure
        failure.notes = normalized.notes
        return .failed(failure, normalized.summary)
      }
      return .finding(.frozen(replies, normalized, because: failure))
    } catch {
      return .failed(error, ReplySummary(replies.replies))
    }
  }

  /// Whether all replies have the bytes of the last accepted ones, read by the same rules.
  private func isUnchanged(_ replies: FeedReplies, _ known: FeedState) -> Bool {
    guard known.lastGood != nil, !replies.mustReread, Set(known.requests.keys) == Set(replies.answers.map(\.label)) else { return false }
    return replies.answers.allSatisfy { ($0.sha256 ?? $0.known?.body) == known.requests[$0.label]?.body }
  }

  /// The ids of the last good result, when there are enough of them to tell that all of them changed.
  private func lastIDs(_ known: FeedState) async throws(FeedFailure) -> [EntryID] {
    guard let last = known.lastGood, last.entries > 10 else { return [] }
    do throws(StoreError) {
      return EntryLines(bytes: try await source.feedStore.entries(of: feed.id), count: last.entries).ids
    } catch {
      // What is damaged has to be replaced by the new result, which cannot be compared with it.
      if error.reason == .storeCorrupt { return [] }
      throw FeedFailure(error)
    }
  }
}
