import CampusCatalog
import FeedKit
import Fetching

extension FeedPoll {
  /// The outcome of storing a decision's update.
  enum Stored {
    case stored
    /// Nothing was written, because another run has written the feed's state in the meantime. The value is that state, if any.
    case overtaken(FeedState?)
    case failed(StoreError)
  }

  /// Stores the update of a decision, unless it is stored at the end of the run.
  func store(_ decision: FeedDecision) async -> Stored {
    guard let update = decision.update, update.confirmed == nil else { return .stored }
    do throws(StoreError) {
      try await source.feedStore.commit(update)
      return .stored
    } catch {
      guard error.reason == .storeConflict else {
        source.log(error, of: feed.id)
        return .failed(error)
      }
      do throws(StoreError) { return .overtaken(try await source.feedStore.states(of: [feed.id])[feed.id]) } catch { return .failed(error) }
    }
  }

  /// Returns the result of a decision that could not be stored. New entries are not shown, so that the next run still finds them new.
  func unstored(_ decision: FeedDecision, _ error: StoreError, _ known: FeedState, _ acceptance: Acceptance) async -> FeedResult {
    var shown = decision
    if decision.isAccepted {
      shown = acceptance.serve(known, error.reason, error.detail)
      shown.report.attempts = decision.report.attempts
    }
    var result = await self.result(of: shown)
    result.storeError = error
    result.receivedAt = decision.receivedAt
    return result
  }

  /// Records the replies that were used. Refused replies are not recorded, because a replay would deliver them.
  func record(_ replies: FeedReplies) async {
    guard let record = source.record else { return }
    for answer in replies.answers { if let reply = try? await reader.reply(of: answer) { record(feed, reply) } }
  }

  /// Logs that the validators and the schedule of the stored state are not used.
  func logReset() {
    let why = LogField("why", "the address, a header or the adapter has changed")
    source.log(FetchEvent(.info, "state.reset", feed.id, fields: [why]))
  }
}

extension FeedState.LastGood {
  /// Returns whether both are the same result, confirmed at the same time.
  func isSameConfirmation(as other: FeedState.LastGood?) -> Bool { isSameResult(as: other) && checkedAt == other?.checkedAt }
}
