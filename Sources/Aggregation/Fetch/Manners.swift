import FeedCore
import OpeningHours

/// What a run owes to servers, kept in one place for all its requests: how many at once, how far apart, how many retries in
/// all, and who is to be left alone.
actor Manners {
  private let settings: FetchSettings
  private let clock: any RunClock
  private var servers: [String: Server] = [:]
  private var firstAttempts = 0
  private var retries = 0

  private struct Server {
    var state: HostState
    var isChanged = false
    var inFlight = 0
    /// On the run's clock: when the next request may start.
    var nextStart: Duration = .zero
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The one request that tries whether the server is back.
    var isProbing = false
  }

  init(_ settings: FetchSettings, _ clock: any RunClock, hosts: [HostState]) {
    self.settings = settings
    self.clock = clock
    for host in hosts { servers[host.origin] = Server(state: host) }
  }

  /// What changed of servers since the run began, sorted.
  var changes: [HostState] {
    servers.values.filter(\.isChanged).map(\.state).sorted { $0.origin < $1.origin }
  }

  // MARK: - Turns

  /// Waits until a request to a server may start. Each call that returns is followed by one of `leave`.
  ///
  /// - Throws: a failure when the server is to be left alone, or when the time of the run is over.
  func enter(_ origin: String, until end: Duration) async throws(TransportFailure) {
    do throws(TransportFailure) {
      try await takeTurn(origin, until: end)
    } catch {
      // Whoever does not take the turn gives it to the next.
      wakeOne(origin)
      throw error
    }
    let start = servers[origin]?.nextStart ?? .zero
    guard await wait(until: start - (settings.perHost > 1 ? .zero : settings.gap), end) else {
      leave(origin)
      throw Self.late
    }
    // While it waited, another request may have learned that the server is to be left alone.
    do throws(TransportFailure) { try check(origin) } catch {
      leave(origin)
      throw error
    }
  }

  private func takeTurn(_ origin: String, until end: Duration) async throws(TransportFailure) {
    while true {
      try check(origin)
      if clock.elapsed() >= end { throw Self.late }
      var server = servers[origin] ?? Server(state: HostState(origin: origin))
      if server.inFlight < settings.perHost, !server.isProbing {
        server.inFlight += 1
        let start = max(clock.elapsed(), server.nextStart)
        server.nextStart = settings.perHost > 1 ? start : start + settings.gap
        server.isProbing = server.state.notBefore != nil
        servers[origin] = server
        return
      }
      servers[origin] = server
      await withCheckedContinuation { servers[origin]?.waiting.append($0) }
    }
  }

  static let late = TransportFailure("timeout.total", "the time of the run was over before the request could be sent", isOurs: true)

  private func wait(until start: Duration, _ end: Duration) async -> Bool {
    guard start < end else { return false }
    let pause = start - clock.elapsed()
    guard pause > .zero else { return true }
    do { try await clock.sleep(for: pause) } catch { return false }
    return true
  }

  func leave(_ origin: String) {
    servers[origin]?.inFlight -= 1
    // A probe that told nothing (it was never sent, or failed by our own limits) must not keep all others waiting.
    let wasProbing = servers[origin]?.isProbing ?? false
    servers[origin]?.isProbing = false
    if wasProbing { wakeAll(origin) } else { wakeOne(origin) }
  }

  private func wakeOne(_ origin: String) {
    guard let waiting = servers[origin]?.waiting, !waiting.isEmpty else { return }
    servers[origin]?.waiting.removeFirst().resume()
  }

  /// Those that wait for a turn learn what has changed.
  private func wakeAll(_ origin: String) {
    let waiting = servers[origin]?.waiting ?? []
    servers[origin]?.waiting = []
    for waiter in waiting { waiter.resume() }
  }

  // MARK: - Who is left alone

  /// - Throws: a failure for a server that is held by its own word, or whose circuit is open.
  func check(_ origin: String) throws(TransportFailure) {
    guard let server = servers[origin], let notBefore = server.state.notBefore else { return }
    let now = clock.now()
    if now < notBefore {
      // A clock that was set back can not make a wait longer than it was meant to be.
      if notBefore.seconds(since: now) > 2 * Freshness.most { return forget(origin) }
      if server.state.failures >= settings.circuitFailures {
        throw TransportFailure(
          "circuit.open", "the server failed \(server.state.failures) times in a row and is left alone until \(notBefore)",
          notBefore: notBefore)
      }
      throw TransportFailure("ratelimited", "the server wants no request before \(notBefore)", notBefore: notBefore)
    }
  }

  private func forget(_ origin: String) {
    servers[origin]?.state.notBefore = nil
    servers[origin]?.isChanged = true
  }

  /// The server's own word: no request before a moment.
  func hold(_ origin: String, until moment: Instant) {
    var server = servers[origin] ?? Server(state: HostState(origin: origin))
    server.state.notBefore = max(server.state.notBefore ?? moment, moment)
    server.isChanged = true
    server.isProbing = false
    servers[origin] = server
    wakeAll(origin)
  }

  /// - Returns: true when the circuit opens with this failure.
  func failed(_ origin: String) -> Bool {
    var server = servers[origin] ?? Server(state: HostState(origin: origin))
    server.state.failures += 1
    server.isChanged = true
    let opens = server.state.failures >= settings.circuitFailures
    let now = clock.now()
    // Failures of requests that were under way when it opened open it no further.
    let isOpen = server.state.notBefore.map { now < $0 } ?? false
    if opens, !isOpen || server.state.openings == 0 {
      server.state.openings += 1
      let end = now.adding(seconds: settings.circuitSeconds * min(server.state.openings, 120))
      server.state.notBefore = isOpen ? max(server.state.notBefore ?? end, end) : end
    }
    server.isProbing = false
    servers[origin] = server
    if opens { wakeAll(origin) }
    return opens
  }

  func succeeded(_ origin: String) {
    guard var server = servers[origin] else { return }
    let wasProbing = server.isProbing
    server.isProbing = false
    let isClean = server.state.failures == 0 && server.state.openings == 0 && server.state.notBefore == nil
    if !isClean {
      // With several requests in flight one may succeed after another was told to wait: that word still stands.
      let held = server.state.failures < settings.circuitFailures ? server.state.notBefore : nil
      server.state = HostState(origin: origin)
      if let held, clock.now() < held { server.state.notBefore = held }
      server.isChanged = true
    }
    servers[origin] = server
    if wasProbing { wakeAll(origin) }
  }

  // MARK: - Retries

  func countFirstAttempt() { firstAttempts += 1 }

  /// Takes one retry from what the run has left; false when nothing is left.
  func takeRetry() -> Bool {
    guard retries < settings.retryFloor + firstAttempts / 10 else { return false }
    retries += 1
    return true
  }
}
