import CCurl
import FeedCore

/// What the thread of a client does: takes calls, lets libcurl work, keeps the deadlines, tells the outcomes.
///
/// A call waits here, not in libcurl, until its host has room: its time to connect begins with its turn.
final class CurlLoop {
  private let options: CurlOptions
  private let engine: CurlEngine
  private var multi: MultiHandle?
  private var messages: [CurlEngine.Message] = []
  private var exchanges: [ObjectIdentifier: Exchange] = [:]
  private var spare: [Exchange] = []
  private var hosts: [HostQueue.Key: HostQueue] = [:]
  private var ready = Queue<HostQueue>()
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
      admit()
      curl_multi_perform(raw, &running)
      let anyDone = finishDone(raw)
      let anyLate = sweep()
      // Where a place became free, the next requests go out before the wait.
      if !anyDone, !anyLate { curl_multi_poll(raw, nil, 0, wait, nil) }
    }
  }

  /// Ends all that is under way or waits, and frees everything.
  func close() {
    for exchange in exchanges.values { end(exchange, .failure(.cancelled)) }
    for host in hosts.values { host.waiting.forEach { $0.finish(.failure(.cancelled)) } }
    hosts = [:]
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
      case .start(let call): enqueue(call)
      case .cancel(let call):
        if let exchange = exchanges[ObjectIdentifier(call)] { end(exchange, .failure(.cancelled)) }
      case .stop: goesOn = false
      }
    }
    return goesOn
  }

  private func enqueue(_ call: Call) {
    let key = HostQueue.Key(host: call.request.target.host, port: call.request.target.port)
    let host = hosts[key] ?? HostQueue(key)
    hosts[key] = host
    host.waiting.append(call)
    offer(host)
    if let remaining = call.request.remaining { expect(call.asked + remaining) }
  }

  private func offer(_ host: HostQueue) {
    guard !host.isReady, host.active < options.connectionsPerHost, !host.waiting.isEmpty else { return }
    host.isReady = true
    ready.append(host)
  }

  /// Begins as many calls as there is room for, by turns of the hosts.
  private func admit() {
    while exchanges.count < options.connections, let host = ready.popFirst() {
      host.isReady = false
      if let call = host.waiting.popFirst(), !call.isOver { start(call, host) }
      offer(host)
      forget(host)
    }
  }

  private func start(_ call: Call, _ host: HostQueue) {
    guard let raw = multi?.raw, let exchange = spare.popLast() ?? Exchange(options, call.request, on: self) else {
      return call.finish(.failure(HTTPFailure("connect.failed", "out of memory")))
    }
    do throws(HTTPFailure) {
      try exchange.begin(call)
      guard curl_multi_add_handle(raw, exchange.handle.raw) == CURLM_OK else {
        throw HTTPFailure("connect.failed", "libcurl takes no more requests")
      }
    } catch {
      return call.finish(.failure(error))
    }
    host.active += 1
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
      end(exchange, exchange.outcome(result))
      any = true
    }
    return any
  }

  private func end(_ exchange: Exchange, _ outcome: Call.Outcome) {
    guard let call = exchange.call else { return }
    if let raw = multi?.raw { curl_multi_remove_handle(raw, exchange.handle.raw) }
    exchanges[ObjectIdentifier(call)] = nil
    let target = call.request.target
    if let host = hosts[HostQueue.Key(host: target.host, port: target.port)] {
      host.active -= 1
      offer(host)
      forget(host)
    }
    exchange.clear()
    // After a failure a handle may remember something of it.
    if CurlLibrary.canReuseHandles, case .success = outcome, spare.count < options.connections { spare.append(exchange) }
    call.finish(outcome)
  }

  private func forget(_ host: HostQueue) {
    if host.active == 0, !host.isReady, host.waiting.isEmpty { hosts[host.key] = nil }
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
    for host in hosts.values {
      host.waiting.forEach { call in
        guard let remaining = call.request.remaining, !call.isOver else { return }
        if call.asked + remaining <= now {
          call.finish(.failure(HTTPFailure("timeout.total", "the time for all exchanges is over", isOurs: true)))
        } else {
          expect(call.asked + remaining)
        }
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
