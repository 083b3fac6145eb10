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
  /// The multi handle, which `close` frees.
  private let multi: UnsafeMutableRawPointer
  /// The requests in progress, by the identity of their `PendingRequest`.
  private var exchanges: [ObjectIdentifier: Exchange] = [:]
  /// Handles that can be used for another request.
  private var spare: [EasyHandle] = []
  /// The sockets of all connections. The callbacks of libcurl add and remove them.
  var sockets = OpenSockets()
  /// A lower bound on the deadlines of all exchanges; nil if there are none.
  private var nearestDeadline: ContinuousClock.Instant?

  /// Whether handles can be reused safely. Before 8.2.0, a folded first header line was appended to the freed last header of the previous
  /// response (curl/curl#11103), so that any server could corrupt memory.
  private static let canReuseHandles = ccurl_version().pointee.version_num >= 0x08_02_00

  init(_ multi: UnsafeMutableRawPointer, thread: CurlThread) {
    self.multi = multi
    self.thread = thread
    options = thread.options
    // Callers limit concurrency. With its own limits, libcurl 7.88 may never resume a handle that had to wait.
    ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, options.connections)
    ccurl_multi_set_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  /// Runs until the client is stopped.
  ///
  /// Each turn handles the messages, lets libcurl transfer what it can without waiting, reports finished transfers and ends late ones. If
  /// none was finished, it waits for a socket, a message or the next deadline.
  func run() {
    var running: Int32 = 0
    while takeMessages() {
      curl_multi_perform(multi, &running)
      let anyDone = finishDone()
      let anyLate = enforceDeadlines()
      // Callers that were resumed may already have sent another request.
      if !anyDone, !anyLate { curl_multi_poll(multi, nil, 0, pollTimeout, nil) }
    }
  }

  /// Cancels all requests and frees all handles.
  func close() {
    for exchange in exchanges.values { end(exchange, .failure(.cancelled)) }
    spare = []
    curl_multi_cleanup(multi)
  }

  /// Wakes the loop at this deadline, if not earlier.
  func wakeUp(at deadline: ContinuousClock.Instant) {
    if let nearestDeadline, nearestDeadline <= deadline { return }
    nearestDeadline = deadline
  }

  // MARK: Requests

  /// Handles all messages. Returns false if the loop should stop.
  private func takeMessages() -> Bool {
    var continues = true
    for message in thread.takeMessages() {
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
    do throws(TransportFailure) {
      guard let handle = spare.popLast() ?? EasyHandle(options, on: self) else { throw TransportFailure(.connectFailed, "out of memory") }
      let exchange = try Exchange(pending, on: handle, of: self, retrySince: first)
      guard curl_multi_add_handle(multi, handle.raw) == CURLM_OK else {
        throw TransportFailure(.connectFailed, "libcurl takes no more requests")
      }
      exchanges[ObjectIdentifier(pending)] = exchange
      wakeUp(at: exchange.deadline)
    } catch {
      pending.finish(.failure(error))
    }
  }

  /// Reports all completed transfers. Returns whether there were any.
  private func finishDone() -> Bool {
    var left: Int32 = 0
    var any = false
    while let message = curl_multi_info_read(multi, &left) {
      var easy: UnsafeMutableRawPointer?
      var result = CURLE_OK
      guard ccurl_done(message, &easy, &result), let exchange = Exchange.at(ccurl_get_private(easy)) else { continue }
      let outcome = exchange.outcome(result)
      if exchange.isWorthNewConnection(outcome) {
        remove(exchange)
        start(exchange.pending, retrySince: exchange.startedAt)
      } else {
        end(exchange, outcome)
      }
      any = true
    }
    return any
  }

  /// Detaches an exchange from libcurl, which ends its transfer.
  private func remove(_ exchange: Exchange) {
    curl_multi_remove_handle(multi, exchange.handle.raw)
    exchanges[ObjectIdentifier(exchange.pending)] = nil
  }

  /// Reports an outcome to the caller and keeps the handle for another request if it can be reused.
  private func end(_ exchange: Exchange, _ outcome: PendingRequest.Outcome) {
    remove(exchange)
    // After a failure, a handle may have leftover state.
    if Self.canReuseHandles, case .success = outcome, spare.count < options.connections { spare.append(exchange.handle) }
    exchange.pending.finish(outcome)
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
    return Int32(min(60_000, max(0, (nearestDeadline - .now) / .milliseconds(1) + 1)))
  }
}
