import Basics
package import CampusCatalog
public import FeedKit

/// A transport that reads from the network. It sends conditional requests, throttles and retries them, follows redirects and falls
/// back to mirrors. State that outlives a run is passed in and out.
///
/// It may be called from many tasks at once. Requests to one server wait for each other, in the order in which they arrive.
public final class PoliteTransport: Transport {
  let client: any HTTPClient
  package let settings: FetchSettings
  package let clock: any RunClock
  let throttle: HostThrottle
  package let sink: FetchEvent.Sink
  private let holdSink: @Sendable ([HostUpdate]) async -> Void
  /// Feeds whose rejected credentials are known and not logged again.
  private let quiet = Guarded<Set<FeedID>>([])
  /// Returns numbers from 0 to 1.
  let random: @Sendable () -> Double

  /// - Parameters:
  ///   - hosts: the stored states of servers.
  ///   - random: returns numbers from 0 to 1, for the delays before retries.
  ///   - holds: stores holds and open circuits as soon as they are known, so that the next run respects them even if this one is killed.
  ///     After a failure, they are still among the `hostChanges` at the end.
  ///   - log: receives events; may be called from any thread.
  public init(
    client: any HTTPClient, settings: FetchSettings, clock: any RunClock, hosts: [HostState], random: @escaping @Sendable () -> Double,
    holds: @escaping @Sendable ([HostUpdate]) async -> Void = { _ in }, log: @escaping FetchEvent.Sink = { _ in }
  ) {
    self.client = client
    self.settings = settings
    self.clock = clock
    self.random = random
    holdSink = holds
    sink = log
    throttle = HostThrottle(settings, clock, hosts: hosts)
  }

  /// The servers whose state changed during the run, to be stored.
  public func hostChanges() -> [HostUpdate] { throttle.changes }

  /// Stores the holds and open circuits since the last call.
  package func storeHolds() async {
    let holds = throttle.takeHolds()
    if !holds.isEmpty { await holdSink(holds) }
  }

  /// Sets whether rejected credentials of a feed are logged.
  package func logRefusals(of feed: FeedID, _ isLogged: Bool) {
    quiet.withLock { quiet in
      if isLogged { quiet.remove(feed) } else { quiet.insert(feed) }
    }
  }

  /// Returns the outcome of a request after retries, redirects and mirrors. Frozen mirrors are used only if no earlier reply is known.
  public func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure? = nil
  ) async -> TransportOutcome {
    let scrubber = Scrubber(feed)
    var first = earlier
    var attempts = 0
    let addresses = request.addresses.filter { !$0.isFrozen } + (known == nil ? request.addresses.filter(\.isFrozen) : [])
    for address in addresses {
      let key = feed.requestKey(for: address.url)
      var call = Call(
        feed: feed, scrubber: scrubber, request: request, address: address, key: key, known: known, earlierAttempts: attempts,
        primaryFailure: first, validators: known?.key == key ? known?.validators : nil)
      do throws(TransportFailure) { return try await ask(&call) } catch { first = first ?? error }
      attempts += call.attempts
    }
    var failure =
      first ?? TransportFailure(.configAddress, "the request \"\(request.name)\" has no address; give it one in a registry file")
    failure.receivedAt = clock.now()
    failure.attempts = attempts
    return .failure(failure)
  }

  // MARK: - One address

  /// Sends a request to one address, with retries. A 304 that refers to a body other than the stored one is followed by an unconditional
  /// request, which does not use the retry budget.
  private func ask(_ call: inout Call) async throws(TransportFailure) -> TransportOutcome {
    var last: TransportFailure?
    // Without an origin, the exchange fails, and is logged.
    let origin = try? client.target(call.address.url, relativeTo: nil).origin
    if let origin { throttle.countFirstAttempt(at: origin) }
    while true {
      call.attempts += 1
      call.wait = nil
      let failure: TransportFailure
      do throws(TransportFailure) {
        let (reply, facts) = try await exchange(&call)
        if let reply { return .reply(reply, facts) }
        guard let sent = call.validators, facts.validators.refersToOtherBody(than: sent) else { return .notModified(facts) }
        // The 304 refers to a different body: an unconditional request gets that one.
        call.validators = nil
        log(FetchEvent(.info, "validators.mismatch", call.feed.id), call)
        continue
      } catch {
        if call.isQueued {
          guard call.hops == 0 else { throw error }
          // The retry was not sent, so report the failure before it.
          call.attempts -= 1
          throw last ?? error
        }
        failure = logged(error, call)
      }
      last = failure
      guard let origin, call.attempts <= Backoff.retries(after: failure, isWaitedFor: call.wait != nil), throttle.takeRetry(at: origin)
      else {
        throw failure
      }
      if failure.reason == .httpUnexpected304 {
        call.validators = nil
        call.forbidsCaches = true
      }
      let delay = call.wait ?? Backoff.delay(retry: call.attempts, random: random())
      guard clock.elapsed() + delay < settings.deadline else { throw failure }
      let url = PublicAddress.withoutSecrets(call.address.url)
      var event = FetchEvent(.info, FetchEvent.retry, call.feed.id, url: url, reason: failure.reason)
      event.attempt = call.attempts
      event.fields = [LogField("n", call.attempts), LogField("delayMs", Self.milliseconds(delay))]
      log(event, call)
      // The throttle makes it wait, like all other requests to the server.
      if call.wait != nil {
        await storeHolds()
        continue
      }
      do { try await clock.sleep(for: delay) } catch { throw TransportFailure(.cancelled, "the run was stopped") }
    }
  }

  /// Logs an event without the secrets of a feed.
  func log(_ event: FetchEvent, _ call: Call) {
    if event.reason == .auth, quiet.withLock({ $0.contains(call.feed.id) }) { return }
    sink(call.scrubber.clean(event))
  }

  /// Logs an event with the facts about the current exchange.
  func logExchange(_ event: FetchEvent, _ call: Call) {
    var event = event
    event.attempt = call.attempts
    (event.url, event.status, event.bytes, event.milliseconds) = call.exchange
    log(event, call)
  }

  /// Logs why there is no usable response. Returns the failure with its time and without secrets.
  private func logged(_ failure: TransportFailure, _ call: Call) -> TransportFailure {
    var event = FetchEvent(of: failure.reason, failure.fields, call.feed.id)
    if failure.reason == .http(404), call.request.dates?.mayBeMissing == true { event.level = .info }
    logExchange(event, call)
    var failure = failure
    failure.detail = call.scrubber.clean(failure.detail)
    failure.receivedAt = clock.now()
    return failure
  }

  /// The state of a request to one address across its attempts.
  struct Call {
    let feed: Feed
    let scrubber: Scrubber
    let request: FeedRequest
    let address: FeedAddress
    /// The digest of the address and the headers (`Feed.requestKey(for:)`).
    let key: String
    let known: KnownReply?
    /// The number of requests sent to other addresses.
    let earlierAttempts: Int
    /// Why the primary address has no reply; nil if this is the primary address.
    let primaryFailure: TransportFailure?
    /// The validators of the known reply, as long as they are to be sent.
    var validators: Validators?
    var attempts = 0
    /// The number of redirects followed in this attempt.
    var hops = 0
    /// Whether the request waits for its turn, or was not sent because it did not get one.
    var isQueued = false
    /// Whether caches must not answer, because one answered 304 to an unconditional request.
    var forbidsCaches = false
    /// How long the run waits for the end of a pause that the server demanded.
    var wait: Duration?
    /// The facts about the current exchange for the log. The URL has no secrets.
    var exchange: (url: String?, status: Int?, bytes: Int?, milliseconds: Int?) = (nil, nil, nil, nil)
  }

  static func milliseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds) * 1000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }
}
