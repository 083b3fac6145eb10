import CampusCatalog
import FeedKit
import Fetching

extension FeedPoll {
  /// The decision about the content of the replies. If the content is unusable, mirrors may have better content than the request with this
  /// label (nil if it is not known); if not, the decision applies.
  private typealias Content = (decision: FeedDecision, unusable: (failure: FeedFailure, label: String?)?)

  /// Reads the content of the replies, tries mirrors while it is unusable, and decides.
  func decision(
    about replies: inout FeedReplies, _ known: FeedState, _ initial: FeedState, _ acceptance: Acceptance
  ) async -> FeedDecision {
    // If no mirror helps, the first replies are reported.
    var first: FeedReplies?
    while true {
      let (decision, unusable) = await content(of: replies, known, initial, acceptance)
      if let (failure, label) = unusable, reader.hasMirrors(for: failure, of: label, replies) {
        first = first ?? replies
        if !failure.reason.isHold {
          source.log(Scrubber(feed).clean(FetchEvent(of: failure.reason, [.init("detail", failure.detail)] + failure.fields, feed.id)))
        }
        do throws(FeedFailure) {
          try await reader.askMirrors(after: failure, of: label, &replies, knowing: known)
          continue
        } catch {}
      } else if !decision.isFailure {
        return decision
      }
      guard var last = first else { return decision }
      first = nil
      last.attempts = replies.attempts
      last.hasNoMirrors = true
      replies = last
    }
  }

  /// Reads the content of the replies, the cheapest checks first: same bytes, an empty reply, then all records.
  private func content(of replies: FeedReplies, _ known: FeedState, _ initial: FeedState, _ acceptance: Acceptance) async -> Content {
    func failed(_ failure: FeedFailure, _ summary: ReplySummary? = nil) -> FeedDecision {
      acceptance.fail(failure, replies, summary, known: known, initial: initial)
    }
    if let failure = replies.frozen {
      let summary = ReplySummary(replies.replies)
      do throws(FeedFailure) {
        let normalized = try await reader.normalize(replies.replies, summary)
        if !normalized.ids.isEmpty { return (acceptance.showFrozen(replies, normalized, failure, known), nil) }
        var empty = failure
        empty.notes = normalized.notes
        return (failed(empty, normalized.summary), nil)
      } catch {
        return (failed(error, summary), nil)
      }
    }
    if let (label, failure) = replies.unreadable { return (failed(failure), (failure, label)) }
    let all: [FeedReply]
    do throws(FeedFailure) {
      if isUnchanged(replies, known, acceptance.now) {
        // A recording needs all bodies.
        if source.record != nil { _ = try await bodies(of: replies, at: acceptance.now) }
        return (acceptance.confirm(replies, known), nil)
      }
      all = try await bodies(of: replies, at: acceptance.now)
    } catch {
      return (failed(error), nil)
    }
    let summary = ReplySummary(all, sha256: replies.onlySHA256)
    if let empty = all.withContent.first(where: \.isEmpty), let held = acceptance.heldBack(.guardEmpty, entries: 0, known) {
      let failure = FeedFailure(.guardEmpty, "\(empty.request.fileName) is empty")
      let decision = acceptance.hold(failure.reason, failure.detail, held, replies, summary, entries: 0, known)
      return (decision, known.lastGood == nil ? (failure, empty.request.label) : nil)
    }
    // Mirrors are tried if the feed is refused, if an optional reply cannot be read, and if a feed without a last good result has no
    // records.
    var normalized: FeedReader.Normalized
    do throws(FeedFailure) {
      // An operator may accept empty replies.
      normalized = try await reader.normalize(all.filter { !$0.isEmpty }, summary) { request in
        guard let last = known.lastAccepted(request, of: feed) else { return nil }
        return try? await reader.stored(last, request)
      }
    } catch {
      return (failed(error, summary), (error, error.request))
    }
    // A catalog whose feeds all came through this one has no entries of its own, which is no mistake.
    if !normalized.loops.isEmpty, known.lastGood.map({ $0.entries == 0 }) ?? true { normalized.records = ([], normalized.ids) }
    for reply in normalized.unread where reader.hasMirrors(for: reply.failure, of: reply.label, replies) {
      return (acceptance.judge(replies, normalized, [], known), (reply.failure, reply.label))
    }
    if known.lastGood == nil, normalized.ids.isEmpty, acceptance.heldBack(.guardEmpty, entries: 0, known) != nil {
      return (acceptance.judge(replies, normalized, [], known), (FeedFailure(.guardEmpty, "the feed has no records at all"), nil))
    }
    do throws(StoreError) {
      var lastIDs: [EntryID] = []
      let hasMenus = normalized.lines.hasMenus
      // They are needed if there are enough of them to detect that most have changed, or if some may be menus.
      if let last = known.lastGood, last.entries > 10 || hasMenus || normalized.ids.isEmpty, !acceptance.isAlwaysAccepted,
        !reading.adapter.manifest.isStream || normalized.ids.isEmpty
      {
        let lines = try await reader.lines(of: last)
        lastIDs = lines?.ids ?? []
        // Menus come and go: there are none on holidays. A feed that has other entries is judged by those.
        if let lines, normalized.records == nil, hasMenus || lines.hasMenus {
          normalized.records = (lines.idsBesidesMenus, normalized.lines.idsBesidesMenus)
        }
      } else if hasMenus, normalized.records == nil {
        normalized.records = ([], normalized.lines.idsBesidesMenus)
      }
      if normalized.upstream != nil, let last = try await reader.lines(of: known.lastGood) {
        normalized = acceptance.keepingFeeds(of: normalized, insteadOf: last, known)
      }
      normalized.lines = try await reader.withFormerIDs(normalized.lines, after: known.lastGood)
      return (acceptance.judge(replies, normalized, lastIDs, known), nil)
    } catch {
      return (failed(FeedFailure(error), summary), nil)
    }
  }

  /// Returns the replies of all answers; for a 304, the last accepted reply.
  private func bodies(of replies: FeedReplies, at now: Instant) async throws(FeedFailure) -> [FeedReply] {
    var all: [FeedReply] = []
    for answer in replies.answers {
      guard let reply = try await reader.reply(of: answer) else { continue }
      all.append(usesDateOfReceipt && answer.isConfirmed ? reply.received(at: now) : reply)
    }
    return all
  }

  private var usesDateOfReceipt: Bool { reading.adapter.manifest.usesDateOfReceipt }

  /// Returns whether all replies have the bytes of the last accepted ones, read with the same adapter and configuration, and, if it matters, on
  /// the same date. Those of a catalog with feeds that are held back are read again, to confirm or to accept them.
  private func isUnchanged(_ replies: FeedReplies, _ known: FeedState, _ now: Instant) -> Bool {
    guard known.lastGood != nil, !replies.mustReread, known.heldFeeds.isEmpty, known.requests.count == replies.answers.count else {
      return false
    }
    return replies.answers.allSatisfy { answer in
      guard let last = known.requests[answer.label], last.body == answer.sha256 ?? answer.known?.body else { return false }
      guard usesDateOfReceipt, let zone = feed.campus.timeZone else { return true }
      let received = answer.isConfirmed ? now : answer.reply?.receivedAt ?? last.receivedAt
      return zone.local(received).date == zone.local(last.receivedAt).date
    }
  }
}
