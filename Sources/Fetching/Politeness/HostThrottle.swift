import Basics
import CampusCatalog
import OpeningHours

/// Limits the requests of a run to each server: how many are sent at a time and how far apart, whether none are sent for a while, and
/// how many retries the run may make. No server affects another one, so a run may be divided by server.
///
/// It uses a lock instead of an actor: each request calls it five times and rarely waits, so switching to an actor would cost more
/// than the work.
final class HostThrottle: Sendable {
  /// The number of consecutive failures that open a server's circuit: it then gets no requests for a while.
  private static let circuitFailures = 5
  /// How long a circuit stays open, in seconds, multiplied by the number of times it opened so far.
  private static let circuitSeconds = 30
  /// The number of retries that a run may make at a server in addition to a tenth of its first attempts there.
  private static let retryFloor: Int32 = 3

  private let settings: FetchSettings
  private let clock: any RunClock
  private let state: Guarded<State>

  /// A waiting request, resumed with the start of its turn; with nil, it must check the server's state again.
  private typealias Waiter = CheckedContinuation<Duration?, Never>

  private struct Server {
    var state: HostState
    /// The state in the store, as last read or written by this run.
    var stored: HostState?
    var isChanged = false
    var inFlight = 0
    /// When the next request may start, on the run's clock.
    var nextStart: Duration = .zero
    /// Requests that wait because the limit is reached; the first is resumed when another ends.
    var waiting: [Waiter] = []
    /// Whether a request is in flight that tests whether the server has recovered.
    var isProbing = false
    var patience = Patience.untried

    /// Returns whether a new value would behave in the same way from now on.
    func isForgettable(at now: Duration) -> Bool {
      guard inFlight == 0, waiting.isEmpty, nextStart <= now, !isChanged, !isProbing, case .untried = patience else { return false }
      return stored == nil && state == HostState(origin: state.origin)
    }
  }

  /// The requests at one server that count toward its retries. Numbers of 32 bits, because there may be as many servers as feeds.
  private struct Attempts {
    var first: Int32 = 0
    var retries: Int32 = 0
  }

  /// Whether the run waits when a server demands a pause. It waits once; if the server demands another pause before a success, the run
  /// sends it no more requests.
  private enum Patience {
    case untried
    /// Until a moment on the run's clock.
    case waits(until: Duration)
    case spent
  }

  private struct State {
    var servers: [String: Server] = [:]
    /// Servers on hold or with an open circuit that have not been reported yet.
    var held: Set<String> = []
    var attempts: [String: Attempts] = [:]
    /// The number of servers from which forgettable ones are removed.
    var sweepSize = 256

    /// Removes the servers that need not be remembered, when their number has doubled since the last time.
    mutating func sweep(at now: Duration) {
      guard servers.count >= sweepSize else { return }
      servers = servers.filter { !$0.value.isForgettable(at: now) }
      sweepSize = max(256, 2 * servers.count)
    }

    /// A server that is not known yet has a new state.
    subscript(origin: String) -> Server {
      get { servers[origin] ?? Server(state: HostState(origin: origin)) }
      set { servers[origin] = newValue }
    }
  }

  init(_ settings: FetchSettings, _ clock: any RunClock, hosts: [HostState]) {
    self.settings = settings
    self.clock = clock
    var state = State()
    for host in hosts { state.servers[host.origin] = Server(state: host, stored: host) }
    self.state = Guarded(state)
  }

  /// The servers whose state changed since the run began, sorted by origin.
  var changes: [HostUpdate] {
    state.withLock { state in
      let changed = state.servers.values.filter(\.isChanged).sorted { $0.state.origin < $1.state.origin }
      return changed.map { HostUpdate($0.state, after: $0.stored) }
    }
  }

  /// The number of servers that are remembered.
  var serverCount: Int { state.withLock { $0.servers.count } }

  /// Returns the holds and open circuits since the last call: they are stored immediately, because this run may be killed.
  func takeHolds() -> [HostUpdate] {
    state.withLock { state in
      guard !state.held.isEmpty else { return [] }
      defer { state.held = [] }
      return state.held.sorted().map { origin in
        let server = state[origin]
        state[origin].stored = server.state
        return HostUpdate(server.state, after: server.stored)
      }
    }
  }

  // MARK: - Turns

  /// Waits until a request to a server may start. Each call that returns must be followed by a call of `leave`.
  ///
  /// - Throws: a failure when the server is on hold, or when the run's deadline has passed.
  func enter(_ origin: String, until end: Duration) async throws(TransportFailure) {
    var start = try await turn(at: origin, until: end)
    do throws(TransportFailure) {
      repeat {
        guard clock.elapsed() < end, await wait(until: start, end) else { throw Self.late }
      } while isPostponed(&start, at: origin)
      // Meanwhile another request may have put the server on hold.
      try check(origin)
      started(origin)
    } catch {
      leave(origin)
      throw error
    }
  }

  /// Waits for a turn, first come, first served. Returns when it starts.
  private func turn(at origin: String, until end: Duration) async throws(TransportFailure) -> Duration {
    while true {
      try check(origin)
      if clock.elapsed() >= end { throw Self.late }
      let start = await withCheckedContinuation { waiter in
        let start = state.withLock { state -> Duration? in
          guard isFull(state[origin]) else { return begin(&state[origin]) }
          state[origin].waiting.append(waiter)
          return nil
        }
        if let start { waiter.resume(returning: start) }
      }
      if let start { return start }
    }
  }

  /// Begins the gap to the next request. A request starts later than planned on a busy machine, and is sent when there is a connection: the
  /// gap is between the times at which the server receives them.
  func started(_ origin: String) {
    guard settings.perHost == 1 else { return }
    let next = clock.elapsed() + settings.gap
    state.withLock { $0[origin].nextStart = max($0[origin].nextStart, next) }
  }

  /// Returns whether another response demanded a longer wait in the meantime, and updates the start.
  private func isPostponed(_ start: inout Duration, at origin: String) -> Bool {
    guard case .waits(let end) = state.withLock({ $0[origin].patience }), end > start else { return false }
    start = end
    return true
  }

  /// Returns whether a request to the server must wait for another one to end. While a probe is in flight, no other one starts.
  private func isFull(_ server: Server) -> Bool { server.inFlight >= settings.perHost || server.isProbing }

  /// Counts a request, and returns when it may start.
  private func begin(_ server: inout Server) -> Duration {
    server.inFlight += 1
    var start = max(clock.elapsed(), server.nextStart)
    if case .waits(let end) = server.patience { start = max(start, end) }
    server.nextStart = settings.perHost > 1 ? start : start + settings.gap
    server.isProbing = server.state.notBefore != nil
    return start
  }

  /// Admits waiting requests, in their order, up to the limit. (Resuming only schedules a task, so it may be done under the lock.)
  private func admit(to server: inout Server) {
    while !server.waiting.isEmpty, !isFull(server) {
      let waiter = server.waiting.removeFirst()
      waiter.resume(returning: begin(&server))
    }
  }

  /// Removes all waiting requests; resumed with nil, they check the server's state again.
  private func dismiss(from server: inout Server) {
    for waiter in server.waiting { waiter.resume(returning: nil) }
    server.waiting = []
  }

  static let late = TransportFailure(.timeoutTotal, "the run's deadline passed before the request could be sent", isLocalLimit: true)

  /// Suspends until a request may start. Returns false if that is not before the deadline, or if the task was canceled.
  private func wait(until start: Duration, _ end: Duration) async -> Bool {
    guard start < end else { return false }
    let pause = start - clock.elapsed()
    guard pause > .zero else { return true }
    do { try await clock.sleep(for: pause) } catch { return false }
    return true
  }

  /// Ends a turn, whatever its result, and admits the requests that wait for it.
  func leave(_ origin: String) {
    state.withLock { state in
      state[origin].inFlight -= 1
      // A probe without a result (never sent, or ended by a local limit) must not block all others.
      state[origin].isProbing = false
      admit(to: &state[origin])
      state.sweep(at: clock.elapsed())
    }
  }

  // MARK: - Holds and circuits

  /// Checks whether requests may be sent to a server.
  ///
  /// - Throws: a failure for a server that demanded a pause, or whose circuit is open.
  private func check(_ origin: String) throws(TransportFailure) {
    try state.withLock { state throws(TransportFailure) in
      guard let server = state.servers[origin], let notBefore = server.state.notBefore else { return }
      let now = clock.now()
      if now >= notBefore { return }
      // Ignore a hold that is too long to be valid: the wall clock was set back.
      if notBefore.seconds(since: now) > 2 * Freshness.maximum {
        state[origin].state.notBefore = nil
        state[origin].isChanged = true
        return
      }
      if server.state.failures >= Self.circuitFailures {
        throw TransportFailure(
          .circuitOpen, "the server failed \(server.state.failures) times in a row", notBefore: notBefore)
      }
      if case .waits = server.patience { return }
      throw TransportFailure(.rateLimited, "the server asked to wait", notBefore: notBefore)
    }
  }

  /// Puts a server on hold.
  ///
  /// - Parameter wait: the pause that the server demanded. The run waits for its end if the deadline allows it; nil if it does not wait.
  /// - Returns: how long all requests to the server wait now; nil if they fail instead.
  @discardableResult
  func hold(_ origin: String, until moment: Instant, for wait: Duration? = nil) -> Duration? {
    state.withLock { state in
      var server = state[origin]
      server.state.notBefore = max(server.state.notBefore ?? moment, moment)
      server.isChanged = true
      server.isProbing = false
      let now = clock.elapsed()
      server.patience = patience(of: server, wait.map { now + $0 }, now)
      dismiss(from: &server)
      state[origin] = server
      state.held.insert(origin)
      guard case .waits(let end) = server.patience else { return nil }
      return end - now
    }
  }

  /// Returns whether the run waits for the end of a hold.
  ///
  /// - Parameters:
  ///   - end: when the hold ends, on the run's clock; nil if the server did not say.
  ///   - now: the current time on the run's clock.
  private func patience(of server: Server, _ end: Duration?, _ now: Duration) -> Patience {
    guard let end, end < settings.deadline, server.state.failures < Self.circuitFailures else { return .spent }
    switch server.patience {
    case .untried: return .waits(until: end)
    // A concurrent request got the same answer.
    case .waits(let before) where now < before: return .waits(until: max(before, end))
    case .waits, .spent: return .spent
    }
  }

  /// Counts a failure. Returns whether it opens the circuit.
  func failed(_ origin: String) -> Bool {
    state.withLock { state in
      var server = state[origin]
      server.state.failures += 1
      server.isChanged = true
      let opens = server.state.failures >= Self.circuitFailures
      let now = clock.now()
      // Requests that were in flight when the circuit opened do not count again.
      let isOpen = server.state.notBefore.map { now < $0 } ?? false
      if opens, !isOpen || server.state.openings == 0 {
        server.state.openings += 1
        let end = now.adding(seconds: Self.circuitSeconds * min(server.state.openings, 120))
        server.state.notBefore = isOpen ? max(server.state.notBefore ?? end, end) : end
      }
      server.isProbing = false
      if opens {
        dismiss(from: &server)
        state.held.insert(origin)
      }
      state[origin] = server
      return opens
    }
  }

  /// Resets the failures of a server and closes its circuit. Called for each response with a status below 500 other than 429.
  func succeeded(_ origin: String) {
    state.withLock { state in
      var server = state[origin]
      let isClean = server.state == HostState(origin: origin)
      if isClean, !server.isProbing { return }
      server.isProbing = false
      if !isClean {
        // A concurrent request may succeed after another was told to wait: the hold remains.
        let held = server.state.failures < Self.circuitFailures ? server.state.notBefore : nil
        server.state = HostState(origin: origin)
        if let held, clock.now() < held, !isOver(server.patience) { server.state.notBefore = held } else { server.patience = .untried }
        server.isChanged = true
      }
      admit(to: &server)
      state[origin] = server
    }
  }

  private func isOver(_ patience: Patience) -> Bool {
    if case .waits(let end) = patience { clock.elapsed() >= end } else { false }
  }

  // MARK: - Retries

  /// Counts a first attempt. Ten of them add one retry to the server's budget.
  func countFirstAttempt(at origin: String) { state.withLock { $0.attempts[origin, default: Attempts()].first += 1 } }

  /// Takes one retry from the server's budget in this run; false when none is left.
  func takeRetry(at origin: String) -> Bool {
    state.withLock { state in
      let attempts = state.attempts[origin, default: Attempts()]
      guard attempts.retries < Self.retryFloor + attempts.first / 10 else { return false }
      state.attempts[origin, default: Attempts()].retries += 1
      return true
    }
  }
}
