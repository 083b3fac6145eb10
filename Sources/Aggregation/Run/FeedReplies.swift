import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// The answers to all requests of one feed, in the order of the requests.
struct FeedReplies: Sendable {
  /// The answer to one request.
  struct Answer: Sendable {
    let request: FeedRequest
    /// Nil if the last accepted reply is current, or is used instead of one that failed.
    var fetched: FetchedReply?
    /// SHA-256 of the body of the reply; nil without a reply.
    var sha256: String?
    /// What is known of the last accepted reply.
    let known: FeedState.RequestState?
    /// The validators to ask with next time; nil when nothing new is known of them.
    var validators: Validators?
    /// The headers of the last accepted reply, updated by a 304.
    var headers: StoredHeaders?
    /// Where a permanent redirect led.
    var movedTo: String?
    /// The server answers 304 to the old validators although its content is different.
    var isHidden = false

    var label: String { request.label }
    var reply: FeedReply? { fetched?.reply }
  }

  /// No validators were sent.
  let isUnconditional: Bool
  /// The last good result was read by other rules: it has to be read again, even if the bytes are the same.
  var mustReread = false
  var answers: [Answer] = []
  var notes: [Note] = []
  var attempts = 0
  /// Seconds for which all replies are fresh, as the server says.
  var freshness: Int?
  /// Why the primary address is not used, when a frozen mirror answered.
  var frozen: FeedFailure?
  /// A reply whose follow-ups cannot be read: no further pages were requested.
  var unreadable: (label: String, failure: FeedFailure)?
  /// The first required request for which a recording has no reply.
  var missing: FeedRequest?
  /// The latest instant at which a failed reply of a recording was received.
  var failedAt: Instant?
  /// The pages whose next page failed and is not needed, such as the last ones of lists that end with 404.
  var endings: Set<String> = []
  /// Of all replies that came, including those that a mirror's replaced.
  var size = ReplySize()
  /// Mirrors have been tried, and none was better.
  var hasNoMirrors = false
  /// Until when the server wants no request, as another run learned meanwhile.
  var notBefore: Instant?

  init(isUnconditional: Bool, mustReread: Bool = false) {
    self.isUnconditional = isUnconditional
    self.mustReread = mustReread
  }

  var replies: [FeedReply] { answers.compactMap(\.reply) }

  /// Notes on secrets that were taken out of a body: whoever cannot read that body must know that it was changed.
  var secretNotes: [Note] { notes.filter { $0.code == .secretEchoed } }

  /// When the newest reply was received.
  var receivedAt: Instant? { answers.compactMap { $0.reply?.receivedAt }.max() }

  /// Whether a page is all that is stored of a list although a next page was requested. A 304 does not tell whether that one exists by
  /// now, and nothing stored says that there are pages: the page is requested as a whole next time.
  func isOnlyPage(_ answer: Answer) -> Bool {
    endings.contains(answer.label) && !answers.contains { $0.request.name == answer.request.name && $0.request.page > 1 }
  }

  mutating func add(_ exchange: ExchangeFacts, of request: FeedRequest) {
    attempts += exchange.attempts
    freshness = min(freshness ?? exchange.freshness, exchange.freshness)
    notes += exchange.notes.map { Note($0.code, request: request.label, $0.detail) }
  }

  /// Removes what came with the answer to a request that is about to be asked elsewhere.
  mutating func removeNotesOfMirrors(_ label: String) {
    unreadable = nil
    notes.removeAll { $0.request == label && $0.code.group == .mirror }
  }
}
