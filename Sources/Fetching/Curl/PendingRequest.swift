import Basics

/// A request and the continuation of its caller.
///
/// The caller's task and the client's thread may both end it. The first of them decides the outcome.
final class PendingRequest: Sendable {
  typealias Outcome = Result<HTTPResponse, TransportFailure>

  let request: HTTPRequest
  /// When the caller sent the request. `HTTPRequest.remaining` counts from this moment.
  let createdAt = ContinuousClock.now
  /// Nil before the caller waits, and after it has been resumed.
  private let continuation = Guarded<CheckedContinuation<Outcome, Never>?>(nil)

  init(_ request: HTTPRequest) { self.request = request }

  /// Sets the continuation. Call this once, before sending the request to the thread.
  func wait(_ continuation: CheckedContinuation<Outcome, Never>) { self.continuation.withLock { $0 = continuation } }

  var isOver: Bool { continuation.withLock { $0 == nil } }

  /// Resumes the caller with an outcome. Later outcomes are ignored.
  func finish(_ outcome: Outcome) {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: outcome)
  }
}
