import CampusCatalog
public import FeedKit
import Locking
import OpeningHours

/// The transport that reads from the network: it sends conditional requests, observes the throttle, retries within a budget, uses
/// mirrors and follows redirects. State that outlives a run is passed in and out; nothing is stored here.
public final class PoliteTransport: Transport {
  let client: any HTTPClient
  package let settings: FetchSettings
  let clock: any RunClock
  let throttle: HostThrottle
  let log: FetchEvent.Sink
  /// Feeds of which it is known already that their servers want other credentials.
  private let quiet = Guarded<Set<FeedID>>([])
  /// From 0 to 1.
  let random: @Sendable () -> Double

  /// - Parameters:
  ///   - client: sends one request at a time.
  ///   - hosts: what earlier runs learned of servers.
  ///   - random: numbers from 0 to 1, for the waits before retries.
  ///   - log: takes what happens.
  public init(
    client: any HTTPClient, settings: FetchSettings, clock: any RunClock, hosts: [HostState], random: @escaping @Sendable () -> Double,
    log: @escaping FetchEvent.Sink = { _ in }
  ) {
    self.client = client
    self.settings = settings
    self.clock = clock
    self.random = random
    self.log = log
    throttle = HostThrottle(settings, clock, hosts: hosts)
  }

  /// The servers whose state changed during the run, to be stored.
  public func hostChanges() -> [HostUpdate] { throttle.changes }

  /// Returns the holds and open circuits since the last call, to be stored at once.
  package func takeHolds() -> [HostUpdate] { throttle.takeHolds() }

  /// - Parameter isTold: whether it is logged that a server wants other credentials for a feed.
  package func tellRefusals(of feed: FeedID, _ isTold: Bool) {
    quiet.withLock { quiet in
      if isTold { quiet.remove(feed) } else { quiet.insert(feed) }
    }
  }

  public func answer(to request: FeedRequest, of feed: Feed, knowing known: KnownReply?) async -> TransportOutcome {
    await answer(to: request, of: feed, knowing: known, beforeWaiting: {})
  }

  /// - Parameters:
  ///   - earlier: why the addresses before those of the request cannot be used.
  ///   - beforeWaiting: is called before the run waits for a server that said when it may be asked again.
  package func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure? = nil,
    beforeWaiting: () async -> Void
  ) async -> TransportOutcome {
    var first = earlier
    var attempts = 0
    // A frozen mirror is the last resort of a feed that has nothing else: whoever knows an answer does not need it.
    let addresses = request.addresses.filter { !$0.isFrozen } + (known == nil ? request.addresses.filter(\.isFrozen) : [])
    for address in addresses {
      let outcome = await ask(address, request, feed, known, beforeWaiting)
      attempts += outcome.attempts
      guard case .failure(let failure) = outcome else { return outcome.answered(attempts: attempts, afterFailure: first) }
      first = first ?? failure
    }
    var failure =
      first ?? TransportFailure(.configAddress, "the request \"\(request.name)\" has no address; give it one in a registry file")
    failure.receivedAt = clock.now()
    return .failure(failure.with(attempts: attempts))
  }

  // MARK: - One address

  private func ask(
    _ address: FeedAddress, _ request: FeedRequest, _ feed: Feed, _ known: KnownReply?, _ beforeWaiting: () async -> Void
  ) async -> TransportOutcome {
    let key = RequestKey.of(address.url, headers: feed.headers)
    var validators = known?.key == key ? known?.validators : nil
    var call = Call(
      feed: feed, scrubber: Scrubber(feed), request: request, key: key, isFrozen: address.isFrozen, validatorsURL: known?.url,
      storedHeaders: known?.headers)
    var last: TransportFailure?
    throttle.countFirstAttempt()
    while true {
      call.attempts += 1
      call.wait = nil
      let failure: TransportFailure
      do throws(TransportFailure) {
        let outcome = try await exchange(address, &call, validators)
        guard case .notModified(let answer) = outcome, let sent = validators, answer.validators.refersToOtherBody(than: sent) else {
          return outcome
        }
        // It says nothing of the body that is known: without a condition the server has to send the one it means.
        validators = nil
        tell(FetchEvent(.info, "validators.mismatch", feed.id), call)
        continue
      } catch {
        failure = error
      }
      // A retry that was not sent: what happened before tells more.
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
      var event = FetchEvent(.info, "retry", feed.id)
      event.url = PublicAddress.withoutSecrets(address.url)
      event.attempt = call.attempts
      event.reason = failure.reason
      event.fields = [.init("n", call.attempts), .init("delayMs", Self.milliseconds(delay))]
      tell(event, call)
      // It waits in line with all other requests to the server.
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
  func tell(_ event: FetchEvent, _ call: Call) {
    if event.reason == .auth, quiet.withLock({ $0.contains(call.feed.id) }) { return }
    log(call.scrubber.clean(event))
  }

  /// What one request carries from attempt to attempt.
  struct Call {
    let feed: Feed
    let scrubber: Scrubber
    let request: FeedRequest
    let key: String
    let isFrozen: Bool
    /// The address that the validators came from; nil: not known.
    let validatorsURL: String?
    /// The headers of the known reply.
    let storedHeaders: StoredHeaders?
    var attempts = 0
    var forbidsCaches = false
    /// How long the server wanted no request, when the run waits for it.
    var wait: Duration?
  }

  static func milliseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds) * 1000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }
}

extension TransportOutcome {
  fileprivate var attempts: Int {
    switch self {
    case .reply(let reply): reply.exchange.attempts
    case .notModified(let answer): answer.exchange.attempts
    case .missing: 0
    case .failure(let failure): failure.attempts
    }
  }

  /// The same, with all attempts counted, and a note when it came from a mirror.
  fileprivate func answered(attempts: Int, afterFailure failure: TransportFailure?) -> TransportOutcome {
    func completed(_ facts: ExchangeFacts) -> ExchangeFacts {
      var facts = facts
      facts.attempts = attempts
      if let failure {
        facts.notes.append(
          ExchangeNote(facts.isFrozen ? .mirrorFrozen : .mirrorUsed, "the primary address failed (\(failure.reason)): \(failure.detail)"))
        facts.primaryFailure = failure
      }
      return facts
    }
    switch self {
    case .reply(let reply): return .reply(FetchedReply(reply.reply, validators: reply.validators, exchange: completed(reply.exchange)))
    case .notModified(let answer):
      return .notModified(NotModified(validators: answer.validators, headers: answer.headers, exchange: completed(answer.exchange)))
    default: return self
    }
  }
}
