import Fetching
import Locking
import FeedKit

/// A request with the continuation of its caller.
final class Call: Sendable {
  typealias Outcome = Result<HTTPResponse, TransportFailure>

  let request: HTTPRequest
  let asked = ContinuousClock.now
  private let state = Guarded(State.idle)

  private enum State {
    case idle
    case waiting(CheckedContinuation<Outcome, Never>)
    case over
  }

  init(_ request: HTTPRequest) { self.request = request }

  /// Sets the continuation. Call it once, before the call is sent to the thread.
  func wait(_ continuation: CheckedContinuation<Outcome, Never>) { state.withLock { $0 = .waiting(continuation) } }

  var isOver: Bool {
    state.withLock {
      if case .over = $0 { true } else { false }
    }
  }

  /// Resumes the caller with the first outcome; later ones are ignored.
  func finish(_ outcome: Outcome) {
    let continuation: CheckedContinuation<Outcome, Never>? = state.withLock {
      guard case .waiting(let continuation) = $0 else { return nil }
      $0 = .over
      return continuation
    }
    continuation?.resume(returning: outcome)
  }
}
