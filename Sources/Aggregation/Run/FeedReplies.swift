import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// The answers to all requests of one feed, in the order of the requests.
struct FeedReplies: Sendable {
  /// The answer to one request.
  struct Answer: Sendable {
    let request: FeedRequest
    /// Nil if the last accepted reply is current, or is used instead of one that failed.
    var reply: FeedReply?
    /// The facts about the exchange; nil if it failed, and the last accepted reply is used.
    var exchange: ExchangeFacts?
    /// SHA-256 of the body of the reply; nil without a reply.
    var sha256: String?
    /// The stored state of the request.
    let known: FeedState.RequestState?
    /// Whether the server answers 304 to the old validators although its content is different.
    var isHidden = false

    var label: String { request.label }
    /// Whether the server confirmed the last accepted reply with a 304.
    var isConfirmed: Bool { reply == nil && exchange != nil }
  }

  /// The SHA-256 of the body if there is only one, so that it is not computed again.
  var onlySHA256: String? { answers.count == 1 ? answers[0].sha256 : nil }

  /// Whether no validators were sent.
  let isUnconditional: Bool
  /// Whether the replies must be read again even if their bytes are the same, because the adapter or the configuration has changed.
  var mustReread = false
  var answers: [Answer] = []
  var notes: [Note] = []
  /// The number of requests sent, not counting redirects.
  var attempts = 0
  /// Why the primary address was not used, if a frozen mirror answered.
  @Indirect var frozen: FeedFailure? = nil
  /// A reply whose follow-ups cannot be read: no further pages were requested.
  @Indirect var unreadable: (label: String, failure: FeedFailure)? = nil
  /// The first required request for which a recording has no reply.
  @Indirect var missing: FeedRequest? = nil
  /// The requests for dates that may be missing, and are, each with the failure; nil in a recording.
  var undelivered: [(request: FeedRequest, failure: TransportFailure?)] = []
  /// When the newest failed reply of a recording was received.
  var failedAt: Instant?
  /// The labels of pages after which the next page failed without being required, such as the last page of a list that ends with 404.
  var endings: Set<String> = []
  /// The total size of all received replies, including replies that a mirror's reply replaced.
  var bytes = 0
  /// Whether all mirrors have been tried without success.
  var hasNoMirrors = false
  /// The earliest time for the next request, as the server demanded of another run in the meantime.
  var notBefore: Instant?

  var replies: [FeedReply] { answers.compactMap(\.reply) }

  /// The notes on secrets that were masked in a body. They matter even if the body cannot be read, because it was changed.
  var secretNotes: [Note] { notes.filter { $0.code == .secretEchoed } }

  /// When the newest reply was received.
  var receivedAt: Instant? { answers.compactMap { $0.reply?.receivedAt }.max() }

  /// Returns whether only the first page of a list is stored although a next page was requested. A 304 would not show whether the next
  /// page exists by now, so the page must be requested unconditionally next time.
  func isOnlyPage(_ answer: Answer) -> Bool {
    endings.contains(answer.label) && !answers.contains { $0.request.name == answer.request.name && $0.request.page > 1 }
  }

  /// Until when each reply is fresh, also if a mirror's reply replaced it; nil if the server did not declare it.
  private(set) var ends: [Instant?] = []

  /// Until when all replies are fresh; nil if the server did not declare it for each.
  var freshUntil: Instant? { ends.contains(nil) ? nil : ends.compactMap { $0 }.min() }

  mutating func add(_ exchange: ExchangeFacts) {
    ends.append(exchange.freshUntil)
    attempts += exchange.attempts
    notes += exchange.notes
  }
}
