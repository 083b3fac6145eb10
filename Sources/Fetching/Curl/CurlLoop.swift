import CCurl
import CampusCatalog

/// The event loop of a client's thread: it starts requests, runs libcurl, enforces deadlines and reports outcomes.
///
/// Every request is started immediately. Callers limit how many run at the same time.
final class CurlLoop {
  let options: CurlOptions
  private let thread: CurlThread
  /// The multi handle, which `close` frees.
  private let multi: UnsafeMutableRawPointer
  /// The requests in progress, by the identity of their `PendingRequest`.
  private var exchanges: [ObjectIdentifier: Exchange] = [:]
  /// The number of requests started so far.
  private var started = 0
  /// The sockets of all connections. The callbacks of libcurl add and remove them.
  var sockets: [Int32: OpenSocket] = [:]

  init(_ multi: UnsafeMutableRawPointer, thread: CurlThread) {
    self.multi = multi
    self.thread = thread
    options = thread.options
    // Callers limit concurrency. With its own limits, libcurl 7.88 may never resume a handle that had to wait.
    // The loop limits idle connections before this limit is reached. When libcurl 7.88 itself closes an old connection, it goes through all
    // servers that have ever had one, which takes time that grows with the square of their number.
    ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 8 * options.connections)
    ccurl_multi_set_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  /// Runs until the client is stopped.
  ///
  /// Each turn handles the messages, lets libcurl transfer without waiting, reports finished transfers and ends late ones. If
  /// none was finished, it waits for a socket, a message or the next deadline.
  func run() {
    var running: Int32 = 0
    while takeMessages() {
      curl_multi_perform(multi, &running)
      let anyDone = finishDone()
      let anyLate = enforceDeadlines()
      // Callers that were resumed may already have sent new requests.
      if !anyDone, !anyLate { curl_multi_poll(multi, nil, 0, pollTimeout, nil) }
    }
  }

  /// Cancels all requests and frees all handles.
  func close() {
    for exchange in exchanges.values { end(exchange, .failure(.cancelled)) }
    curl_multi_cleanup(multi)
  }

  // MARK: Requests

  /// Handles all messages. Returns false if the loop should stop.
  ///
  /// Requests may be started, so connections with leftovers of earlier responses are shut down first.
  private func takeMessages() -> Bool {
    var continues = true
    let messages = thread.takeMessages()
    if !messages.isEmpty { for socket in sockets.values where socket.user == nil { socket.shutDownIfUnclean() } }
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

  /// At the end of each transfer, libcurl 7.88 looks for old addresses among all that it has resolved in the last minute. With one server for
  /// each feed, this would take time that grows with the square of the number of feeds, so some transfers remove all addresses.
  private static let transfersBetweenPrunes = 256

  private func start(_ pending: PendingRequest) {
    do throws(TransportFailure) {
      let exchange = try Exchange(pending, on: self)
      started += 1
      if started.isMultiple(of: Self.transfersBetweenPrunes) { ccurl_set_number(exchange.handle.raw, CURLOPT_DNS_CACHE_TIMEOUT, 0) }
      guard curl_multi_add_handle(multi, exchange.handle.raw) == CURLM_OK else {
        throw TransportFailure(.connectFailed, "libcurl accepts no more requests")
      }
      exchanges[ObjectIdentifier(pending)] = exchange
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
      end(exchange, exchange.outcome(result))
      any = true
    }
    return any
  }

  /// Ends an exchange, with its transfer, and reports its outcome to the caller.
  private func end(_ exchange: Exchange, _ outcome: PendingRequest.Outcome) {
    curl_multi_remove_handle(multi, exchange.handle.raw)
    exchanges[ObjectIdentifier(exchange.pending)] = nil
    exchange.pending.finish(outcome)
  }

  /// Whether a new connection is closed after its first response, because there are enough idle ones.
  var hasEnoughConnections: Bool { sockets.count >= exchanges.count + options.connections }

  // MARK: Time

  /// Ends exchanges whose deadline has passed. Returns whether there were any.
  private func enforceDeadlines() -> Bool {
    let now = ContinuousClock.now
    var any = false
    for exchange in exchanges.values where exchange.deadline <= now {
      guard let failure = exchange.timeout(at: now) else { continue }
      end(exchange, .failure(failure))
      any = true
    }
    return any
  }

  /// The time until the nearest deadline in milliseconds, from 0 to a minute. A message ends the wait early (`curl_multi_wakeup`).
  private var pollTimeout: Int32 {
    guard let deadline = exchanges.values.lazy.map(\.deadline).min() else { return 60_000 }
    return Int32(min(60_000, max(0, (deadline - .now) / .milliseconds(1) + 1)))
  }
}
