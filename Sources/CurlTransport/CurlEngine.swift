import CampusCatalog
import Fetching
import Locking
import CCurl
import FeedKit
import Glibc

/// The thread of a client and its inbox: callers add messages, and the thread takes all of them at once.
final class CurlEngine: Sendable {
  private struct Inbox {
    var messages: [Message] = []
    /// No more messages are accepted; the thread may have ended.
    var isClosed = false
    var hasEnded = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  enum Message {
    case start(Call)
    case cancel(Call)
    case stop
  }

  let options: CurlOptions
  private let inbox = Guarded(Inbox())
  /// Owned by the thread; others only wake it, with the lock held and not after its end.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer?

  init(_ options: CurlOptions) {
    self.options = options
    multi = CurlLibrary.isReady ? curl_multi_init() : nil
    if multi != nil { start() } else { end() }
  }

  private func start() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let engine = Unmanaged.passRetained(self)
    let failed = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<CurlEngine>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, engine.toOpaque())
    pthread_attr_destroy(&attributes)
    if failed != 0 {
      engine.release()
      curl_multi_cleanup(multi)
      end()
    }
  }

  func perform(_ request: HTTPRequest) async -> Call.Outcome {
    let call = Call(request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        call.wait(continuation)
        if Task.isCancelled || !send(.start(call)) { call.finish(.failure(.cancelled)) }
      }
    } onCancel: {
      // The message may overtake the one that starts the call: the thread starts none that is over.
      call.finish(.failure(.cancelled))
      send(.cancel(call))
    }
  }

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

  /// Takes the messages since the last call.
  func takeMessages(into messages: inout [Message]) {
    messages.removeAll(keepingCapacity: true)
    inbox.withLock { swap(&$0.messages, &messages) }
  }

  /// Returns false when no more messages are accepted.
  @discardableResult
  private func send(_ message: Message) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return false }
      inbox.messages.append(message)
      if inbox.messages.count == 1 { curl_multi_wakeup(multi) }
      return true
    }
  }

  private func run() {
    // A connection that the other side has closed gives an error; its signal stays pending here, and others take the rest.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    ccurl_name_thread("curl")
    guard let multi else { return end() }
    let loop = CurlLoop(MultiHandle(multi, options), engine: self)
    loop.run()
    let late = inbox.withLock { inbox in
      inbox.isClosed = true
      return inbox.messages
    }
    for case .start(let call) in late { call.finish(.failure(.cancelled)) }
    loop.close()
    end()
  }

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
  static let cancelled = TransportFailure(.cancelled, "the exchange was cancelled")
}
