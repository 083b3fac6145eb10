import CCurl
import CampusCatalog
import FeedKit
import Fetching

/// The event loop of a client's thread: it starts requests, runs libcurl, enforces deadlines and reports outcomes.
///
/// Every request is started immediately. Callers limit how many run at the same time.
final class CurlLoop {
  private let options: CurlOptions
  private let thread: CurlThread
  private var multi: MultiHandle?
  /// The messages taken from the inbox; stored to reuse the memory.
  private var messages: [CurlThread.Message] = []
  /// The requests in progress, by the identity of their `PendingRequest`.
  private var exchanges: [ObjectIdentifier: Exchange] = [:]
  /// Finished exchanges whose handles can be reused.
  private var spare: [Exchange] = []
  /// The sockets of all connections. The callbacks of libcurl add and remove them.
  var sockets = OpenSockets()
  /// A lower bound on the deadlines of all exchanges; nil if there are none.
  private var nearestDeadline: ContinuousClock.Instant?

  init(_ multi: consuming MultiHandle, thread: CurlThread) {
    self.multi = consume multi
    self.thread = thread
    options = thread.options
  }

  /// Runs until the client is stopped.
  ///
  /// Each turn handles the messages, lets libcurl transfer what it can without waiting, reports finished transfers and ends late ones. If
  /// none was finished, it waits for a socket, a message or the next deadline.
  func run() {
    guard let raw = multi?.raw else { return }
    var running: Int32 = 0
    while takeMessages() {
      curl_multi_perform(raw, &running)
      let anyDone = finishDone(raw)
      let anyLate = enforceDeadlines()
      // Callers that were resumed may already have sent another request.
      if !anyDone, !anyLate { curl_multi_poll(raw, nil, 0, pollTimeout, nil) }
    }
  }

  /// Cancels all requests and frees all handles.
  func close() {
    for exchange in exchanges.values { end(exchange, .failure(.cancelled)) }
    spare = []
    multi = nil
  }

  /// Wakes the loop at this deadline, if not earlier.
  func wakeUp(at deadline: ContinuousClock.Instant) {
    if let nearestDeadline, nearestDeadline <= deadline { return }
    nearestDeadline = deadline
  }

  // MARK: Requests

  /// Handles all messages. Returns false if the loop should stop.
  private func takeMessages() -> Bool {
    thread.takeMessages(into: &messages)
    var continues = true
    for message in messages {
      switch message {
      case .start(let pending): if !pending.isOver { start(pending) }
      case .cancel(let pending):
        if let exchange = exchanges[ObjectIdentifier(pending)] { end(exchange, .failure(.cancelled)) }
      case .stop: continues = false
      }
    }
    return continues
  }

  /// Starts a request.
  ///
  /// - Parameter first: when the first attempt began, if this is a second one on a new connection.
  private func start(_ pending: PendingRequest, retrySince first: ContinuousClock.Instant? = nil) {
    guard let raw = multi?.raw, let exchange = spare.popLast() ?? Exchange(options, pending.request, on: self) else {
      return pending.finish(.failure(TransportFailure(.connectFailed, "out of memory")))
    }
    do throws(TransportFailure) {
      try exchange.begin(pending, retrySince: first)
      guard curl_multi_add_handle(raw, exchange.handle.raw) == CURLM_OK else {
        throw TransportFailure(.connectFailed, "libcurl takes no more requests")
      }
    } catch {
      return pending.finish(.failure(error))
    }
    exchanges[ObjectIdentifier(pending)] = exchange
    wakeUp(at: exchange.deadline)
  }

  /// Reports all completed transfers. Returns whether there were any.
  private func finishDone(_ raw: UnsafeMutableRawPointer) -> Bool {
    var left: Int32 = 0
    var any = false
    while let message = curl_multi_info_read(raw, &left) {
      var easy: UnsafeMutableRawPointer?
      var result = CURLE_OK
      guard ccurl_done(message, &easy, &result), let pointer = ccurl_get_private(easy) else { continue }
      let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
      let outcome = exchange.outcome(result)
      if exchange.isWorthNewConnection(outcome) { retry(exchange) } else { end(exchange, outcome) }
      any = true
    }
    return any
  }

  /// Sends a request again on a new connection.
  private func retry(_ exchange: Exchange) {
    guard let pending = exchange.pending else { return }
    remove(exchange, of: pending)
    start(pending, retrySince: exchange.startedAt)
  }

  /// Detaches an exchange from libcurl, which ends its transfer.
  private func remove(_ exchange: Exchange, of pending: PendingRequest) {
    if let raw = multi?.raw { curl_multi_remove_handle(raw, exchange.handle.raw) }
    exchanges[ObjectIdentifier(pending)] = nil
  }

  /// Reports an outcome to the caller and keeps the handle for another request if it can be reused.
  private func end(_ exchange: Exchange, _ outcome: PendingRequest.Outcome) {
    guard let pending = exchange.pending else { return }
    remove(exchange, of: pending)
    exchange.clear()
    // After a failure, a handle may have leftover state.
    if CurlLibrary.canReuseHandles, case .success = outcome, spare.count < options.connections { spare.append(exchange) }
    pending.finish(outcome)
  }

  // MARK: Time

  /// Ends exchanges whose deadline has passed. Returns whether there were any.
  private func enforceDeadlines() -> Bool {
    let now = ContinuousClock.now
    guard let nearestDeadline, nearestDeadline <= now else { return false }
    self.nearestDeadline = nil
    var any = false
    for exchange in exchanges.values {
      if exchange.deadline <= now, let failure = exchange.timeout(at: now) {
        end(exchange, .failure(failure))
        any = true
      } else {
        wakeUp(at: exchange.deadline)
      }
    }
    return any
  }

  /// The time until the nearest deadline in milliseconds, from 0 to a minute. A message ends the wait earlier (`curl_multi_wakeup`).
  private var pollTimeout: Int32 {
    guard let nearestDeadline else { return 60_000 }
    return Int32(clamping: min(60_000, max(0, (nearestDeadline - .now).milliseconds + 1)))
  }
}
