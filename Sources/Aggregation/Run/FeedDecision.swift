import Basics
package import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// The decision about a poll: the feed's report, the entries to show, and the update to store.
struct FeedDecision: Sendable {
  var report: FeedReport
  /// The new entries, if they are shown.
  @Indirect var read: FeedReader.Normalized? = nil
  /// The last good result, if it is shown instead. It also completes the report.
  @Indirect var lastGood: FeedState.LastGood? = nil
  /// The update to store; nil if nothing is stored.
  ///
  /// The confirmation of a result is stored at the end of the run, together with confirmations of other feeds; if it is lost, the next run
  /// polls the feed again. Any other update is stored immediately. If another run has changed the state since then, the decision must be
  /// made again.
  @Indirect var update: FeedUpdate? = nil
  /// A note to add after the notes of the last good result.
  var staleNote: Note?
  var events: [FetchEvent] = []
  /// When the newest reply was received whose content was examined.
  var receivedAt: Instant?
  /// The accepted replies, for a recording.
  @Indirect var usedReplies: FeedReplies? = nil
  /// The feeds of a catalog whose last good entries are shown instead of suspicious ones.
  var heldFeeds: [FeedID: FeedState.Held] = [:]
  /// The time from which the age of a catalog's feeds is computed; nil for recordings, which may be old.
  var moment: Instant?
  /// Whether new replies were accepted; they are only shown once they are stored.
  var isAccepted = false
  /// Whether there is no new result because of a failure.
  var isFailure = false

  /// The earliest time for the next attempt; nil if it is not stored.
  var nextDue: Instant? { update.flatMap { [$0.state.nextDue, $0.state.notBefore].compactMap { $0 }.max() } }
}

extension FeedDecision {
  /// Returns the result of the decision, with the last good result from the store if it is shown. If that cannot be read, the outcome is
  /// `absent` with the reason of the store.
  ///
  /// - Parameters:
  ///   - prefetched: the lines of a last good result, if they were prefetched.
  ///   - isDecoded: whether entries from the store are values.
  ///   - kinds: the kinds of these entries; nil for all.
  func result(
    of feed: Feed, from store: (any FeedStore)?, prefetched: LazyEntryLines? = nil, isDecoded: Bool = false, kinds: Set<Entry.Kind>? = nil
  ) async -> FeedResult {
    var result = FeedResult(report, priority: feed.priority)
    result.receivedAt = receivedAt
    result.upstream = read?.upstream ?? lastGood?.upstream
    result.heldFeeds = heldFeeds
    result.moment = moment
    if let read {
      result.content = .lines(LazyEntryLines(read.lines, content: read.content))
      result.ids = read.ids
      result.pointers = read.pointers
    } else if let last = lastGood, let store {
      do throws(StoreError) {
        // Another run may have stored a newer result since the lines were prefetched.
        let lines = if let prefetched, prefetched.content == last.content { prefetched } else { try await store.lines(of: feed.id, last) }
        result.content = isDecoded ? .entries(try lines.entries(of: feed.id, kinds)) : .lines(lines)
        result.report.fill(from: last, staleNote)
      } catch {
        result.fail(error)
      }
    }
    if var update, update.confirmed != nil {
      if result.storeError?.reason == .storeCorrupt { update.state.forgetRequests() }
      result.confirmations = [update]
    }
    return result
  }
}

/// Decisions about recorded replies, to which no guard applies.
extension FeedDecision {
  /// Shows the entries of a recording.
  ///
  /// - Parameters:
  ///   - summary: the facts about all replies, including those that could not be read.
  ///   - outcome: the outcome to report.
  static func deliver(
    _ read: FeedReader.Normalized, _ replies: FeedReplies, _ summary: ReplySummary, of feed: Feed, as outcome: FeedReport.Outcome
  ) -> FeedDecision {
    var decision = FeedDecision(report: FeedReport(id: feed.id, adapter: feed.adapter, outcome: outcome))
    read.fill(&decision.report)
    decision.report.notes = replies.notes + read.notes + read.unread.map(\.note)
    decision.receivedAt = [summary.receivedAt, replies.failedAt].compactMap { $0 }.max()
    decision.read = read
    return decision
  }

  /// Reports why a recording has no usable replies. The report describes the refused ones.
  ///
  /// - Parameter summary: the facts about all replies; nil if some are missing.
  static func refuse(_ failure: FeedFailure, _ replies: FeedReplies, _ summary: ReplySummary?, of feed: Feed) -> FeedDecision {
    var decision = FeedDecision(report: FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent, reason: failure.reason))
    summary?.fill(&decision.report)
    decision.report.rejected = failure.rejected
    decision.report.notes = replies.notes + failure.notes + [failure.note]
    decision.receivedAt = [summary?.receivedAt, replies.failedAt].compactMap { $0 }.max()
    decision.isFailure = true
    return decision
  }
}

extension LazyEntryLines {
  func entries(of feed: FeedID, _ kinds: Set<Entry.Kind>? = nil) throws(StoreError) -> [Entry] {
    let lines = try stored(of: feed)
    do { return try kinds.map { try lines.entries(of: $0) } ?? lines.entries() } catch {
      throw StoreError(.storeCorrupt, "the entries of \(feed) cannot be read")
    }
  }

  /// Returns the lines of a feed, which may be in a store or a temporary file.
  func stored(of feed: FeedID) throws(StoreError) -> EntryLines {
    do { return try lines() } catch {
      throw error as? StoreError ?? StoreError(.storeCorrupt, "the entries of \(feed) cannot be read")
    }
  }
}

extension FeedReport {
  /// Completes the report of a feed whose last good result is shown.
  package mutating func fill(from last: FeedState.LastGood, _ staleNote: Note? = nil) {
    url = last.url
    fetchedAt = last.fetchedAt
    checkedAt = last.checkedAt
    etag = last.etag
    sha256 = last.bodies
    bytes = last.bytes
    entries = last.entries
    rejected = last.rejected
    notes = last.notes + notes + (staleNote.map { [$0] } ?? [])
  }
}
