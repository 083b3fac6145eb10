import Basics
import CCurl
import CampusCatalog
import Foundation

/// The thread of a client, and its inbox of messages from callers.
///
/// One thread owns all handles, because libcurl does not allow a handle to be used by two threads at the same time. Other threads only add
/// messages and wake it.
final class CurlThread: Sendable {
  private struct Inbox {
    var messages: [Message] = []
    /// Whether messages are rejected. The thread may have ended.
    var isClosed = false
    var hasEnded = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  enum Message {
    /// Start a request, unless it is over.
    case start(PendingRequest)
    /// End a request. Ignored for one that has not been started or has ended.
    case cancel(PendingRequest)
    case stop
  }

  let options: CurlOptions
  private let inbox = Guarded(Inbox())
  /// Owned by the thread. Other threads only wake it, holding the lock, while `isClosed` is false.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer?

  /// Whether libcurl was initialized. Reading this initializes it.
  private static let isReady = ccurl_global_init() == CURLE_OK

  /// Starts the thread, which retains this object until it ends. If libcurl cannot be initialized, the inbox is closed, so that each
  /// request fails with `cancelled`.
  init(_ options: CurlOptions) {
    self.options = options
    multi = Self.isReady ? curl_multi_init() : nil
    guard multi != nil else {
      end()
      return
    }
    let thread = Thread { self.run() }
    thread.name = "curl"
    thread.start()
  }

  /// Sends a request to the thread and waits for its outcome. When the task is canceled, this returns at once, and the thread ends the
  /// transfer afterward.
  func perform(_ request: HTTPRequest) async -> PendingRequest.Outcome {
    let pending = PendingRequest(request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pending.wait(continuation)
        if Task.isCancelled || !send(.start(pending)) { pending.finish(.failure(.cancelled)) }
      }
    } onCancel: {
      // This message may arrive before the one that starts the request, so the thread ignores requests that are over.
      pending.finish(.failure(.cancelled))
      send(.cancel(pending))
    }
  }

  /// Asks the thread to end, without waiting for it.
  func stop() { send(.stop) }

  func shutdown() async {
    await withCheckedContinuation { continuation in
      let hasEnded = inbox.withLock { inbox in
        if !inbox.hasEnded { inbox.waitingForEnd.append(continuation) }
        return inbox.hasEnded
      }
      if hasEnded { continuation.resume() } else { stop() }
    }
  }

  func takeMessages() -> [Message] {
    inbox.withLock { inbox in
      defer { inbox.messages = [] }
      return inbox.messages
    }
  }

  /// Adds a message to the inbox. Returns false if it is closed. Only the first message wakes the thread, which then takes all of them.
  @discardableResult
  private func send(_ message: Message) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return false }
      inbox.messages.append(message)
      if inbox.messages.count == 1 { curl_multi_wakeup(multi) }
      return true
    }
  }

  /// Runs the loop on the new thread until it is stopped, then fails the remaining requests with `cancelled`.
  private func run() {
    // Block all signals: SIGPIPE is not needed, because writing returns an error, and other threads handle the rest.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard let multi else { return end() }
    let loop = CurlLoop(multi, thread: self)
    loop.run()
    let late = inbox.withLock { inbox in
      inbox.isClosed = true
      return inbox.messages
    }
    for case .start(let pending) in late { pending.finish(.failure(.cancelled)) }
    loop.close()
    end()
  }

  /// Closes the inbox for good and resumes the callers of `shutdown`.
  private func end() {
    let waiting = inbox.withLock { inbox in
      inbox.isClosed = true
      inbox.hasEnded = true
      inbox.messages = []
      return inbox.waitingForEnd
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension TransportFailure {
  /// The failure of a request whose task was canceled or whose client was shut down.
  static let cancelled = TransportFailure(.cancelled, "the exchange was canceled")
}
