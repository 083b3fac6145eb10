import FeedCore
import Locking
import OpeningHours

/// What a run owes to servers, kept in one place for all its requests: how many at once, how far apart, how many retries in
/// all, and who is to be left alone.
///
/// Behind a lock and not an actor: each request asks here five times, hardly ever has to wait, and is over sooner than an actor is
/// changed to and from.
final class Manners: Sendable {
  private let settings: FetchSettings
  private let clock: any RunClock
  private let state: Guarded<State>

  /// Is given the beginning of its turn; nil: it is to ask again.
  private typealias Waiter = CheckedContinuation<Duration?, Never>

  private struct Server {
    var state: HostState
    /// What the store has of it, as far as the run knows.
    var kept: HostState?
    var isChanged = false
    var inFlight = 0
    /// On the run's clock: when the next request may start.
    var nextStart: Duration = .zero
    /// Only while it has all the requests that it may have: whoever leaves gives its place to the first.
    var waiting: [Waiter] = []
    /// The one request that tries whether the server is back.
    var isProbing = false
    var patience = Patience.untried

    /// The run itself waits until the server may be asked, whatever the clock on the wall shows meanwhile.
    var isWaitedFor: Bool {
      if case .waits = patience { true } else { false }
    }
  }

  /// What a run does about a server that says when it may be asked again. It waits once; a server that says so again after that, before it
  /// gave anything, is left alone.
  private enum Patience {
    case untried
    /// On the run's clock.
    case waits(until: Duration)
    case spent
  }

  private struct State {
    var servers: [String: Server] = [:]
    /// Servers that were held, or whose circuit opened, and of which nobody was told yet.
    var held: Set<String> = []
    var firstAttempts = 0
    var retries = 0

    /// A server that nothing is known of is one without a past.
    subscript(origin: String) -> Server {
      get { servers[origin] ?? Server(state: HostState(origin: origin)) }
      set { servers[origin] = newValue }
    }
  }

  init(_ settings: FetchSettings, _ clock: any RunClock, hosts: [HostState]) {
    self.settings = settings
    self.clock = clock
    var state = State()
    for host in hosts { state.servers[host.origin] = Server(state: host, kept: host) }
    self.state = Guarded(state)
  }

  /// What changed of servers since the run began, sorted.
  var changes: [HostUpdate] {
    state.withLock { state in
      let changed = state.servers.values.filter(\.isChanged).sorted { $0.state.origin < $1.state.origin }
      return changed.map { HostUpdate($0.state, after: $0.kept) }
    }
  }

  /// What servers said, or circuits that opened, since it was asked last: other runs must know of it although this one may not end.
  func takeHolds() -> [HostUpdate] {
    state.withLock { state in
      guard !state.held.isEmpty else { return [] }
      defer { state.held = [] }
      return state.held.sorted().map { origin in
        let server = state[origin]
        state[origin].kept = server.state
        return HostUpdate(server.state, after: server.kept)
      }
    }
  }

  // MARK: - Turns

  /// Waits until a request to a server may start. Each call that returns is followed by one of `leave`.
  ///
  /// - Throws: a failure when the server is to be left alone, or when the time of the run is over.
  func enter(_ origin: String, until end: Duration) async throws(TransportFailure) {
    var start = try await turn(at: origin, until: end)
    repeat {
      guard clock.elapsed() < end, await wait(until: start, end) else {
        leave(origin)
        throw Self.late
      }
    } while isPutOff(&start, at: origin)
    // While it waited, another request may have learned that the server is to be left alone.
    do throws(TransportFailure) { try check(origin) } catch {
      leave(origin)
      throw error
    }
  }

  /// Waits for a turn, first come, first served; gives when it begins.
  private func turn(at origin: String, until end: Duration) async throws(TransportFailure) -> Duration {
    while true {
      if let start = try takeTurn(origin, until: end) { return start }
      let start = await withCheckedContinuation { waiter in
        // Somebody may have left since it was asked.
        let (start, mustWait) = state.withLock { state -> (Duration?, Bool) in
          guard isFull(state[origin]) else { return (begin(&state[origin]), false) }
          state.servers[origin]?.waiting.append(waiter)
          return (nil, true)
        }
        if !mustWait { waiter.resume(returning: start) }
      }
      if let start { return start }
    }
  }

  /// Nil when the server has all the requests that it may have.
  private func takeTurn(_ origin: String, until end: Duration) throws(TransportFailure) -> Duration? {
    try state.withLock { state throws(TransportFailure) in
      try check(origin, &state)
      if clock.elapsed() >= end { throw Self.late }
      return isFull(state[origin]) ? nil : begin(&state[origin])
    }
  }

  /// While a request waited for its start, another answer of the server may have asked for more.
  private func isPutOff(_ start: inout Duration, at origin: String) -> Bool {
    guard case .waits(let end) = state.withLock({ $0[origin].patience }), end > start else { return false }
    start = end
    return true
  }

  private func isFull(_ server: Server) -> Bool { server.inFlight >= settings.perHost || server.isProbing }

  /// Counts a request, and gives when it may start.
  private func begin(_ server: inout Server) -> Duration {
    server.inFlight += 1
    var start = max(clock.elapsed(), server.nextStart)
    if case .waits(let end) = server.patience { start = max(start, end) }
    server.nextStart = settings.perHost > 1 ? start : start + settings.gap
    server.isProbing = server.state.notBefore != nil
    return start
  }

  /// Who is to be woken when the lock is free, with what.
  private typealias Woken = [(waiter: Waiter, start: Duration?)]

  /// Gives places that are free to those that wait, in their order.
  private func admit(_ origin: String, _ state: inout State) -> Woken {
    var woken: Woken = []
    while let server = state.servers[origin], !server.waiting.isEmpty, !isFull(server) {
      woken.append((state[origin].waiting.removeFirst(), begin(&state[origin])))
    }
    return woken
  }

  /// Lets all that wait learn what has changed.
  private func dismiss(_ origin: String, _ state: inout State) -> Woken {
    defer { state.servers[origin]?.waiting = [] }
    return (state.servers[origin]?.waiting ?? []).map { ($0, nil) }
  }

  private func wake(_ woken: Woken) { for (waiter, start) in woken { waiter.resume(returning: start) } }

  static let late = TransportFailure("timeout.total", "the time of the run was over before the request could be sent", isOurs: true)

  private func wait(until start: Duration, _ end: Duration) async -> Bool {
    guard start < end else { return false }
    let pause = start - clock.elapsed()
    guard pause > .zero else { return true }
    do { try await clock.sleep(for: pause) } catch { return false }
    return true
  }

  func leave(_ origin: String) {
    wake(
      state.withLock { state in
        state.servers[origin]?.inFlight -= 1
        // A probe that told nothing (it was never sent, or failed by our own limits) must not keep all others waiting.
        state.servers[origin]?.isProbing = false
        return admit(origin, &state)
      })
  }

  // MARK: - Who is left alone

  /// - Throws: a failure for a server that is held by its own word, or whose circuit is open.
  func check(_ origin: String) throws(TransportFailure) {
    try state.withLock { state throws(TransportFailure) in try check(origin, &state) }
  }

  private func check(_ origin: String, _ state: inout State) throws(TransportFailure) {
    guard let server = state.servers[origin], let notBefore = server.state.notBefore else { return }
    let now = clock.now()
    if now >= notBefore { return }
    // A clock that was set back can not make a wait longer than it was meant to be.
    if notBefore.seconds(since: now) > 2 * Freshness.most {
      state[origin].state.notBefore = nil
      state[origin].isChanged = true
      return
    }
    if server.state.failures >= settings.circuitFailures {
      throw TransportFailure(
        "circuit.open", "the server failed \(server.state.failures) times in a row and is left alone until \(notBefore)",
        notBefore: notBefore)
    }
    if server.isWaitedFor { return }
    throw TransportFailure("ratelimited", "the server wants no request before \(notBefore)", notBefore: notBefore)
  }

  /// The server's own word: no request before a moment.
  ///
  /// - Parameter wait: how long that is, when the server said so itself: the run waits for it if it has the time. Nil: it does not wait.
  /// - Returns: how long all requests to the server wait now; nil when they fail instead.
  @discardableResult
  func hold(_ origin: String, until moment: Instant, for wait: Duration? = nil) -> Duration? {
    let (left, woken) = state.withLock { state -> (Duration?, Woken) in
      var server = state[origin]
      server.state.notBefore = max(server.state.notBefore ?? moment, moment)
      server.isChanged = true
      server.isProbing = false
      let now = clock.elapsed()
      server.patience = patience(of: server, wait.map { now + $0 }, now)
      state[origin] = server
      state.held.insert(origin)
      let woken = dismiss(origin, &state)
      if case .waits(let end) = server.patience { return (end - now, woken) }
      return (nil, woken)
    }
    wake(woken)
    return left
  }

  private func patience(of server: Server, _ end: Duration?, _ now: Duration) -> Patience {
    guard let end, end < settings.deadline, server.state.failures < settings.circuitFailures else { return .spent }
    switch server.patience {
    case .untried: return .waits(until: end)
    // Another request that was under way with the one that was told first.
    case .waits(let before) where now < before: return .waits(until: max(before, end))
    case .waits, .spent: return .spent
    }
  }

  /// - Returns: true when the circuit opens with this failure.
  func failed(_ origin: String) -> Bool {
    let (opens, woken) = state.withLock { state -> (Bool, Woken) in
      var server = state[origin]
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
      state[origin] = server
      if opens { state.held.insert(origin) }
      return (opens, opens ? dismiss(origin, &state) : [])
    }
    wake(woken)
    return opens
  }

  func succeeded(_ origin: String) {
    wake(
      state.withLock { state in
        guard var server = state.servers[origin] else { return [] }
        let wasProbing = server.isProbing
        let isClean = server.state.failures == 0 && server.state.openings == 0 && server.state.notBefore == nil
        if isClean, !wasProbing { return [] }
        server.isProbing = false
        if !isClean {
          // With several requests in flight one may succeed after another was told to wait: that word still stands.
          let held = server.state.failures < settings.circuitFailures ? server.state.notBefore : nil
          server.state = HostState(origin: origin)
          if let held, clock.now() < held, !isOver(server.patience) { server.state.notBefore = held } else { server.patience = .untried }
          server.isChanged = true
        }
        state[origin] = server
        return admit(origin, &state)
      })
  }

  private func isOver(_ patience: Patience) -> Bool {
    if case .waits(let end) = patience { clock.elapsed() >= end } else { false }
  }

  // MARK: - Retries

  func countFirstAttempt() { state.withLock { $0.firstAttempts += 1 } }

  /// Takes one retry from what the run has left; false when nothing is left.
  func takeRetry() -> Bool {
    state.withLock { state in
      guard state.retries < settings.retryFloor + state.firstAttempts / 10 else { return false }
      state.retries += 1
      return true
    }
  }
}
