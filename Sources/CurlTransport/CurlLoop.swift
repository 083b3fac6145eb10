import CCurl
import CampusCatalog
import FeedKit
import Fetching

/// The loop that the thread of a client runs: starts calls, lets libcurl work, ends what is late and reports the outcomes.
///
/// Every call is started at once. How many run at one time, and how many of them to one host, is up to the callers.
final class CurlLoop {
  private let options: CurlOptions
  private let engine: CurlEngine
  private var multi: MultiHandle?
  private var messages: [CurlEngine.Message] = []
  private var exchanges: [ObjectIdentifier: Exchange] = [:]
  private var spare: [Exchange] = []
  var sockets = OpenSockets()
  /// No deadline is before this one.
  private var nearest: ContinuousClock.Instant?

  init(_ multi: consuming MultiHandle, engine: CurlEngine) {
    self.multi = consume multi
    self.engine = engine
    options = engine.options
  }

  /// Works until it is stopped.
  func run() {
    guard let raw = multi?.raw else { return }
    var running: Int32 = 0
    while takeMessages() {
      curl_multi_perform(raw, &running)
      let anyDone = finishDone(raw)
      let anyLate = sweep()
      // Callers that got their response may have sent the next request.
      if !anyDone, !anyLate { curl_multi_poll(raw, nil, 0, wait, nil) }
    }
  }

  /// Ends what is under way, and frees everything.
  func close() {
    for exchange in exchanges.values { end(exchange, .failure(.cancelled)) }
    spare = []
    multi = nil
  }

  /// A deadline may have come nearer.
  func expect(_ deadline: ContinuousClock.Instant) {
    if let nearest, nearest <= deadline { return }
    nearest = deadline
  }

  // MARK: Calls

  /// False when it is to stop.
  private func takeMessages() -> Bool {
    engine.takeMessages(into: &messages)
    var goesOn = true
    for message in messages {
      switch message {
      case .start(let call): if !call.isOver { start(call) }
      case .cancel(let call):
        if let exchange = exchanges[ObjectIdentifier(call)] { end(exchange, .failure(.cancelled)) }
      case .stop: goesOn = false
      }
    }
    return goesOn
  }

  /// - Parameter first: when the first try of the call began, for a second one on a new connection.
  private func start(_ call: Call, againSince first: ContinuousClock.Instant? = nil) {
    guard let raw = multi?.raw, let exchange = spare.popLast() ?? Exchange(options, call.request, on: self) else {
      return call.finish(.failure(TransportFailure(.connectFailed, "out of memory")))
    }
    do throws(TransportFailure) {
      try exchange.begin(call, againSince: first)
      guard curl_multi_add_handle(raw, exchange.handle.raw) == CURLM_OK else {
        throw TransportFailure(.connectFailed, "libcurl takes no more requests")
      }
    } catch {
      return call.finish(.failure(error))
    }
    exchanges[ObjectIdentifier(call)] = exchange
    expect(exchange.deadline)
  }

  /// True when any was done.
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

  /// Sends a request again, once, on a new connection.
  private func retry(_ exchange: Exchange) {
    guard let call = exchange.call else { return }
    remove(exchange, of: call)
    start(call, againSince: exchange.begun)
  }

  private func remove(_ exchange: Exchange, of call: Call) {
    if let raw = multi?.raw { curl_multi_remove_handle(raw, exchange.handle.raw) }
    exchanges[ObjectIdentifier(call)] = nil
  }

  private func end(_ exchange: Exchange, _ outcome: Call.Outcome) {
    guard let call = exchange.call else { return }
    remove(exchange, of: call)
    exchange.clear()
    // After a failure a handle may remember something of it.
    if CurlLibrary.canReuseHandles, case .success = outcome, spare.count < options.connections { spare.append(exchange) }
    call.finish(outcome)
  }

  // MARK: Time

  /// Ends what is late. True when any was.
  private func sweep() -> Bool {
    let now = ContinuousClock.now
    guard let nearest, nearest <= now else { return false }
    self.nearest = nil
    var any = false
    for exchange in exchanges.values {
      if exchange.deadline <= now, let failure = exchange.timeout(at: now) {
        end(exchange, .failure(failure))
        any = true
      } else {
        expect(exchange.deadline)
      }
    }
    return any
  }

  /// Milliseconds until the nearest deadline.
  private var wait: Int32 {
    guard let nearest else { return 60_000 }
    return Int32(clamping: min(60_000, max(0, (nearest - .now).milliseconds + 1)))
  }
}
