import CampusCatalog
public import FeedKit
import Locking
import OpeningHours

/// A transport that reads from the network. It sends conditional requests, throttles and retries them, follows redirects and falls
/// back to mirrors. It stores nothing: state that outlives a run is passed in and out.
///
/// It may be called from many tasks at once. Requests to one server wait for each other, in the order in which they arrive.
public final class PoliteTransport: Transport {
  let client: any HTTPClient
  package let settings: FetchSettings
  let clock: any RunClock
  let throttle: HostThrottle
  let sink: FetchEvent.Sink
  /// Feeds whose rejected credentials are known and not logged again.
  private let quiet = Guarded<Set<FeedID>>([])
  /// Returns numbers from 0 to 1.
  let random: @Sendable () -> Double

  /// - Parameters:
  ///   - client: sends single requests.
  ///   - hosts: the stored states of servers.
  ///   - random: returns numbers from 0 to 1, for the delays before retries.
  ///   - log: receives events.
  public init(
    client: any HTTPClient, settings: FetchSettings, clock: any RunClock, hosts: [HostState], random: @escaping @Sendable () -> Double,
    log: @escaping FetchEvent.Sink = { _ in }
  ) {
    self.client = client
    self.settings = settings
    self.clock = clock
    self.random = random
    sink = log
    throttle = HostThrottle(settings, clock, hosts: hosts)
  }

  /// The servers whose state changed during the run, to be stored.
  public func hostChanges() -> [HostUpdate] { throttle.changes }

  /// Returns the holds and open circuits since the last call, to be stored at once.
  package func takeHolds() -> [HostUpdate] { throttle.takeHolds() }

  /// Sets whether rejected credentials of a feed are logged.
  package func logRefusals(of feed: FeedID, _ isLogged: Bool) {
    quiet.withLock { quiet in
      if isLogged { quiet.remove(feed) } else { quiet.insert(feed) }
    }
  }

  /// Returns the outcome of a request after retries, redirects and mirrors. Frozen mirrors are used only if no earlier reply is known.
  public func answer(to request: FeedRequest, of feed: Feed, knowing known: KnownReply?) async -> TransportOutcome {
    await answer(to: request, of: feed, knowing: known, beforeWaiting: {})
  }

  /// Returns the outcome of a request whose earlier addresses may already have failed.
  ///
  /// - Parameters:
  ///   - earlier: why the addresses before those of the request cannot be used.
  ///   - beforeWaiting: called before the run waits for the end of a pause that a server demanded.
  package func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure? = nil,
    beforeWaiting: () async -> Void
  ) async -> TransportOutcome {
    var first = earlier
    var attempts = 0
    // Frozen mirrors are only for feeds without an earlier reply.
    let addresses = request.addresses.filter { !$0.isFrozen } + (known == nil ? request.addresses.filter(\.isFrozen) : [])
    for address in addresses {
      let outcome = await ask(address, request, feed, known, beforeWaiting)
      attempts += outcome.attempts
      guard case .failure(let failure) = outcome else { return outcome.answered(request, attempts: attempts, afterFailure: first) }
      first = first ?? failure
    }
    var failure =
      first ?? TransportFailure(.configAddress, "the request \"\(request.name)\" has no address; give it one in a registry file")
    failure.receivedAt = clock.now()
    return .failure(failure.with(attempts: attempts))
  }

  // MARK: - One address

  /// Sends a request to one address, with retries. A 304 that refers to a body other than the stored one is followed by an unconditional
  /// request, which does not use the retry budget.
  private func ask(
    _ address: FeedAddress, _ request: FeedRequest, _ feed: Feed, _ known: KnownReply?, _ beforeWaiting: () async -> Void
  ) async -> TransportOutcome {
    let key = feed.requestKey(for: address.url)
    var validators = known?.key == key ? known?.validators : nil
    var call = Call(
      feed: feed, scrubber: Scrubber(feed), request: request, key: key, isFrozen: address.isFrozen, known: known)
    var last: TransportFailure?
    throttle.countFirstAttempt()
    while true {
      call.attempts += 1
      call.wait = nil
      let failure: TransportFailure
      do throws(TransportFailure) {
        let outcome = try await exchange(address, &call, validators)
        guard case .notModified(let facts) = outcome, let sent = validators, facts.validators.refersToOtherBody(than: sent) else {
          return outcome
        }
        // The 304 refers to a different body: an unconditional request gets that one.
        validators = nil
        log(FetchEvent(.info, "validators.mismatch", feed.id), call)
        continue
      } catch {
        failure = error
      }
      // The retry was not sent: the failure before it is the relevant one.
      guard failure.attempts >= 0 else { return .failure((last ?? failure).with(attempts: call.attempts - 1)) }
      last = failure
      let allowed = min(Backoff.retries(after: failure, isWaitedFor: call.wait != nil), settings.maximumAttempts - 1)
      guard call.attempts <= allowed, throttle.takeRetry() else {
        return .failure(failure.with(attempts: call.attempts))
      }
      if failure.reason == .httpUnexpected304 {
        validators = nil
        call.forbidsCaches = true
      }
      let delay =
        call.wait ?? Backoff.delay(retry: call.attempts, random: random(), first: settings.firstDelay, longest: settings.longestDelay)
      guard clock.elapsed() + delay < settings.deadline else {
        return .failure(failure.with(attempts: call.attempts))
      }
      var event = FetchEvent(.info, "retry", feed.id, url: PublicAddress.withoutSecrets(address.url), reason: failure.reason)
      event.attempt = call.attempts
      event.fields = [LogField("n", call.attempts), LogField("delayMs", Self.milliseconds(delay))]
      log(event, call)
      // The throttle makes it wait, as all other requests to the server.
      if call.wait != nil {
        await beforeWaiting()
        continue
      }
      do { try await clock.sleep(for: delay) } catch {
        return .failure(TransportFailure(.cancelled, "the run was stopped").with(attempts: call.attempts))
      }
    }
  }

  /// Logs an event without the secrets of a feed.
  func log(_ event: FetchEvent, _ call: Call) {
    if event.reason == .auth, quiet.withLock({ $0.contains(call.feed.id) }) { return }
    sink(call.scrubber.clean(event))
  }

  /// The state of a request across its attempts.
  struct Call {
    let feed: Feed
    let scrubber: Scrubber
    let request: FeedRequest
    /// The digest of the address and the headers (`Feed.requestKey(for:)`).
    let key: String
    let isFrozen: Bool
    let known: KnownReply?
    var attempts = 0
    /// Whether caches must not answer, because one answered 304 to an unconditional request.
    var forbidsCaches = false
    /// How long the run waits for the end of a pause that the server demanded.
    var wait: Duration?
  }

  static func milliseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds) * 1000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }
}

extension TransportOutcome {
  /// Returns the outcome with the total number of attempts, and with a note if a mirror was used.
  fileprivate func answered(_ request: FeedRequest, attempts: Int, afterFailure failure: TransportFailure?) -> TransportOutcome {
    func completed(_ facts: ExchangeFacts) -> ExchangeFacts {
      var facts = facts
      facts.attempts = attempts
      if let failure {
        facts.notes.append(
          Note(
            facts.isFrozen ? .mirrorFrozen : .mirrorUsed, request: request.label,
            "the primary address failed (\(failure.reason)): \(failure.detail)"))
        facts.primaryFailure = failure
      }
      return facts
    }
    switch self {
    case .reply(let reply, let facts): return .reply(reply, completed(facts))
    case .notModified(let facts): return .notModified(completed(facts))
    case .missing, .failure: return self
    }
  }
}
