import CampusCatalog
import FeedKit
import OpeningHours

extension PoliteTransport {
  /// Makes one attempt, following redirects.
  ///
  /// - Throws: a failure. It has -1 attempts if no request was sent.
  func exchange(_ address: FeedAddress, _ call: inout Call, _ validators: Validators?) async throws(TransportFailure) -> TransportOutcome {
    var target = try first(address, call)
    let origin = target.origin
    var facts = ExchangeFacts()
    facts.key = call.key
    facts.isFrozen = call.isFrozen
    facts.attempts = call.attempts
    var isPermanent = true
    // Secret headers are not sent after a redirect through another origin, even back to the first: that server chose the address.
    var hasLeft = false
    var hop = 0
    while true {
      hasLeft = hasLeft || target.origin != origin
      let isTheirs = call.known?.url.map { $0 == shown(target, call) } ?? true
      let sent = isTheirs ? validators : nil
      let received = try await send(target, headers(call, sent, isSameOrigin: !hasLeft), &call, hop: hop)
      let response = received.response
      let now = clock.now()
      facts.receivedAt = now
      for oddity in response.oddities { logOddity(oddity, target, call, &facts) }
      guard let location = redirect(response) else {
        if hop > 0, isPermanent { facts.movedTo = shown(target, call) }
        facts.freshness = Freshness.seconds(of: response, at: now, keeping: response.status == 304 ? call.known?.headers : nil)
        return try outcome(of: received, call, sent, facts)
      }
      isPermanent = isPermanent && (response.status == 301 || response.status == 308)
      guard hop < settings.maximumRedirects else {
        throw fail(TransportFailure(.policyRedirects, "more than \(settings.maximumRedirects) redirects"), call, received)
      }
      target = try next(after: received, location, call)
      hop += 1
    }
  }

  /// Returns the target of the first request.
  private func first(_ address: FeedAddress, _ call: Call) throws(TransportFailure) -> HTTPTarget {
    do throws(TransportFailure) {
      return try client.target(address.url, relativeTo: nil)
    } catch {
      throw fail(error, call, url: PublicAddress.withoutSecrets(address.url))
    }
  }

  // MARK: - Sending

  /// Returns the headers of a request. Those of the feed replace the transport's own; they are left out for another origin.
  private func headers(_ call: Call, _ validators: Validators?, isSameOrigin: Bool) -> [Feed.Header] {
    var headers = [
      Feed.Header("User-Agent", settings.userAgent),
      Feed.Header("Accept", call.request.format == .json ? "application/json" : "application/xml, text/xml"),
    ]
    if isSameOrigin {
      for header in call.feed.headers {
        headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
        // The client expects one character per byte.
        headers.append(Feed.Header(header.name, String(String.UnicodeScalarView(header.value.utf8.map { Unicode.Scalar($0) }))))
      }
    }
    if call.forbidsCaches { headers.append(Feed.Header("Cache-Control", "no-cache")) }
    if let etag = validators?.etag { headers.append(Feed.Header("If-None-Match", etag)) }
    if let date = validators?.lastModified { headers.append(Feed.Header("If-Modified-Since", date)) }
    return headers
  }

  /// Waits for the request's turn, sends it, and reports the result to the throttle.
  private func send(
    _ target: HTTPTarget, _ headers: [Feed.Header], _ call: inout Call, hop: Int
  ) async throws(TransportFailure) -> ReceivedResponse {
    do throws(TransportFailure) {
      try await throttle.enter(target.origin, until: settings.deadline)
    } catch {
      throw hop == 0 ? error.with(attempts: -1) : error
    }
    let start = clock.elapsed()
    let request = HTTPRequest(
      to: target, headers: headers, limits: call.feed.limits ?? settings.limits, remaining: settings.deadline - start,
      allowsPrivateAddresses: settings.allowsPrivateAddresses)
    let result: Result<HTTPResponse, TransportFailure>
    do throws(TransportFailure) { result = .success(try await client.perform(request)) } catch { result = .failure(error) }
    let milliseconds = Self.milliseconds(clock.elapsed() - start)
    switch result {
    case .success(let response):
      let received = ReceivedResponse(response: response, target: target, milliseconds: milliseconds)
      log(FetchEvent(.debug, "fetch.attempt", call.feed.id), call, received)
      let limit = report(received, &call)
      throttle.leave(target.origin)
      if let limit { throw limit }
      return received
    case .failure(let failure):
      if !failure.isLocalLimit, Backoff.countsAgainstServer(failure.reason) { failed(target.origin, call) }
      throttle.leave(target.origin)
      throw fail(failure, call, url: shown(target, call), milliseconds: milliseconds)
    }
  }

  /// Reports the response to the throttle. Returns a failure if the server demands a pause.
  private func report(_ received: ReceivedResponse, _ call: inout Call) -> TransportFailure? {
    switch received.response.status {
    case 429, 503: return limited(received, &call)
    case 500...: failed(received.target.origin, call)
    default: throttle.succeeded(received.target.origin)
    }
    return nil
  }

  private func failed(_ origin: String, _ call: Call) {
    guard throttle.failed(origin) else { return }
    log(FetchEvent(.warn, "circuit.open", call.feed.id, url: origin), call)
  }

  /// Handles 429 and 503: puts the server on hold for the time in `Retry-After`, and after a 429 without one for a minute.
  private func limited(_ received: ReceivedResponse, _ call: inout Call) -> TransportFailure {
    let now = clock.now()
    let status = received.response.status
    let said = RetryAfter.seconds(received.response.values("retry-after"), at: now)
    let until = said.map(clock.moment(after:))
    var held: Instant?
    if let until, said != 0 { held = until }
    if held == nil, status == 429 { held = now.adding(seconds: Backoff.seconds(failures: 1, cadence: Freshness.maximum)) }
    if let held {
      let wait = said.flatMap { $0 > 0 ? Duration.seconds($0) : nil }
      call.wait = throttle.hold(received.target.origin, until: held, for: wait)
    } else {
      failed(received.target.origin, call)
    }
    let fields = (held ?? until).map { [LogField("until", $0.description)] } ?? []
    let text = "the server answered \(status)" + (said.map { " and wants no request for \($0) s" } ?? "")
    let failure = fail(TransportFailure(.rateLimited, text, fields: fields), call, received, notBefore: until)
    if held != nil {
      log(FetchEvent(.warn, "host.hold", call.feed.id, reason: .rateLimited, fields: fields), call, received)
    }
    return failure
  }

  // MARK: - Redirects

  /// Returns the location of a redirect; empty if it does not have exactly one. Nil for other responses.
  private func redirect(_ response: HTTPResponse) -> String? {
    switch response.status {
    case 301, 302, 303, 307, 308: response.values("location").count == 1 ? response.value("location") : ""
    default: nil
    }
  }

  /// Returns the target of a redirect.
  ///
  /// - Throws: `http.redirect_invalid`, `policy.scheme`, `policy.secret` or `policy.downgrade`.
  private func next(after received: ReceivedResponse, _ location: String, _ call: Call) throws(TransportFailure) -> HTTPTarget {
    guard !location.isEmpty else { throw fail(TransportFailure(.httpRedirectInvalid, "a redirect without one address"), call, received) }
    let next: HTTPTarget
    do throws(TransportFailure) {
      next = try client.target(location, relativeTo: received.target)
    } catch {
      throw fail(error, call, received)
    }
    // Following it would send the secret to name servers and store it with the run's servers.
    if next.host != received.target.host, call.scrubber.finds(in: next.host) {
      throw fail(
        TransportFailure(.policySecret, "a redirect to a host with a secret of the feed in its name is not followed"), call, received)
    }
    if received.target.scheme == "https", next.scheme == "http" {
      throw fail(TransportFailure(.policyDowngrade, "a redirect from https to http is not followed"), call, received)
    }
    if next.origin != received.target.origin {
      var event = FetchEvent(.info, "redirect.cross_origin", call.feed.id, url: shown(next, call))
      event.status = received.response.status
      log(event, call)
    }
    return next
  }
}
