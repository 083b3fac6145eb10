import Fetching
import Locking
import FeedKit

/// A request and the continuation of its caller.
///
/// The caller's task and the client's thread may both end it. The first of them decides the outcome.
final class PendingRequest: Sendable {
  typealias Outcome = Result<HTTPResponse, TransportFailure>

  let request: HTTPRequest
  /// When the caller sent the request. `HTTPRequest.remaining` counts from this moment.
  let createdAt = ContinuousClock.now
  private let state = Guarded(State.idle)

  private enum State {
    case idle
    case waiting(CheckedContinuation<Outcome, Never>)
    case over
  }

  init(_ request: HTTPRequest) { self.request = request }

  /// Sets the continuation. Call this once, before sending the request to the thread.
  func wait(_ continuation: CheckedContinuation<Outcome, Never>) { state.withLock { $0 = .waiting(continuation) } }

  /// Whether the caller has been resumed.
  var isOver: Bool {
    state.withLock {
      if case .over = $0 { true } else { false }
    }
  }

  /// Resumes the caller with an outcome. Later outcomes are ignored.
  func finish(_ outcome: Outcome) {
    let continuation: CheckedContinuation<Outcome, Never>? = state.withLock {
      guard case .waiting(let continuation) = $0 else { return nil }
      $0 = .over
      return continuation
    }
    continuation?.resume(returning: outcome)
  }
}
