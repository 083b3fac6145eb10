import CampusCatalog
import FeedKit
import OpeningHours

extension PoliteTransport {
  /// One attempt, with all its redirects.
  ///
  /// - Throws: a failure; one that sent no request has -1 attempts.
  func exchange(_ address: FeedAddress, _ call: inout Call, _ validators: Validators?) async throws(TransportFailure) -> TransportOutcome {
    var target = try first(address, call)
    let origin = target.origin
    var facts = ExchangeFacts()
    facts.key = call.key
    facts.isFrozen = call.isFrozen
    facts.attempts = call.attempts
    var isPermanent = true
    // Once another server had a say, it could lead what is secret to any address of the first one.
    var hasLeft = false
    for hop in 0...settings.maximumRedirects {
      hasLeft = hasLeft || target.origin != origin
      let isTheirs = call.validatorsURL.map { $0 == shown(target, call) } ?? true
      let sent = isTheirs ? validators : nil
      let arrival = try await send(target, headers(call, sent, isSameOrigin: !hasLeft), &call, hop: hop)
      let response = arrival.response
      let now = clock.now()
      facts.receivedAt = now
      for oddity in response.oddities { tellOddity(oddity, target, call, &facts) }
      guard let location = redirect(response) else {
        if hop > 0, isPermanent { facts.movedTo = shown(target, call) }
        facts.freshness = Freshness.seconds(of: response, at: now, keeping: response.status == 304 ? call.storedHeaders : nil)
        return try outcome(of: arrival, call, sent, facts)
      }
      isPermanent = isPermanent && (response.status == 301 || response.status == 308)
      guard hop < settings.maximumRedirects else {
        throw fail(TransportFailure(.policyRedirects, "more than \(settings.maximumRedirects) redirects"), call, arrival)
      }
      target = try next(after: arrival, location, call)
    }
    throw TransportFailure(.policyRedirects, "more than \(settings.maximumRedirects) redirects")
  }

  /// Where the first request goes.
  private func first(_ address: FeedAddress, _ call: Call) throws(TransportFailure) -> HTTPTarget {
    do throws(TransportFailure) {
      return try client.target(address.url, relativeTo: nil)
    } catch {
      throw fail(error, call, url: PublicAddress.withoutSecrets(address.url))
    }
  }

  // MARK: - Sending

  private func headers(_ call: Call, _ validators: Validators?, isSameOrigin: Bool) -> [Feed.Header] {
    var headers = [
      Feed.Header("User-Agent", settings.userAgent),
      Feed.Header("Accept", call.request.format == .json ? "application/json" : "application/xml, text/xml"),
    ]
    if isSameOrigin {
      for header in call.feed.headers {
        headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
        // One character per byte is what the client takes.
        headers.append(Feed.Header(header.name, String(String.UnicodeScalarView(header.value.utf8.map { Unicode.Scalar($0) }))))
      }
    }
    if call.forbidsCaches { headers.append(Feed.Header("Cache-Control", "no-cache")) }
    if let etag = validators?.etag { headers.append(Feed.Header("If-None-Match", etag)) }
    if let date = validators?.lastModified { headers.append(Feed.Header("If-Modified-Since", date)) }
    return headers
  }

  private func send(
    _ target: HTTPTarget, _ headers: [Feed.Header], _ call: inout Call, hop: Int
  ) async throws(TransportFailure) -> Arrival {
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
      let arrival = Arrival(response: response, target: target, milliseconds: milliseconds)
      tell(FetchEvent(.debug, "fetch.attempt", call.feed.id), call, arrival)
      let limit = judge(arrival, &call)
      throttle.leave(target.origin)
      if let limit { throw limit }
      return arrival
    case .failure(let failure):
      if !failure.isLocalLimit, Backoff.countsAgainstServer(failure.reason) { failed(target.origin, call) }
      throttle.leave(target.origin)
      throw fail(failure, call, url: shown(target, call), milliseconds: milliseconds)
    }
  }

  /// Reports the response to the throttle. Returns a failure when the server asks for a pause.
  private func judge(_ arrival: Arrival, _ call: inout Call) -> TransportFailure? {
    switch arrival.response.status {
    case 429, 503: return limited(arrival, &call)
    case 500...: failed(arrival.target.origin, call)
    default: throttle.succeeded(arrival.target.origin)
    }
    return nil
  }

  private func failed(_ origin: String, _ call: Call) {
    guard throttle.failed(origin) else { return }
    var event = FetchEvent(.warn, "circuit.open", call.feed.id)
    event.url = origin
    tell(event, call)
  }

  /// 429 and 503 hold the server for the time that it asks for; 429 holds it for a while even when it does not say for how long.
  private func limited(_ arrival: Arrival, _ call: inout Call) -> TransportFailure {
    let now = clock.now()
    let status = arrival.response.status
    let said = RetryAfter.seconds(arrival.response.values("retry-after"), at: now)
    let until = said.map(clock.moment(after:))
    var held: Instant?
    if let until, said != 0 { held = until }
    if held == nil, status == 429 { held = now.adding(seconds: Backoff.seconds(failures: 1, cadence: Freshness.maximum)) }
    if let held {
      let wait = said.flatMap { $0 > 0 ? Duration.seconds($0) : nil }
      call.wait = throttle.hold(arrival.target.origin, until: held, for: wait)
    } else {
      failed(arrival.target.origin, call)
    }
    let fields = (held ?? until).map { [LogField("until", $0.description)] } ?? []
    let text = "the server answered \(status)" + (said.map { " and wants no request for \($0) s" } ?? "")
    let failure = fail(TransportFailure(.rateLimited, text, fields: fields), call, arrival, notBefore: until)
    if held != nil {
      var event = FetchEvent(.warn, "host.hold", call.feed.id)
      event.reason = .rateLimited
      event.fields = fields
      tell(event, call, arrival)
    }
    return failure
  }

  // MARK: - Redirects

  /// Where a response leads; nil for one that is an answer. Empty for a redirect that says nothing.
  private func redirect(_ response: HTTPResponse) -> String? {
    switch response.status {
    case 301, 302, 303, 307, 308: response.values("location").count == 1 ? response.value("location") : ""
    default: nil
    }
  }

  private func next(after arrival: Arrival, _ location: String, _ call: Call) throws(TransportFailure) -> HTTPTarget {
    guard !location.isEmpty else { throw fail(TransportFailure(.httpRedirectInvalid, "a redirect without one address"), call, arrival) }
    let next: HTTPTarget
    do throws(TransportFailure) {
      next = try client.target(location, relativeTo: arrival.target)
    } catch {
      throw fail(error, call, arrival)
    }
    // Asked, it would be told to the servers of names, and kept among those of the run.
    if next.host != arrival.target.host, call.scrubber.finds(in: next.host) {
      throw fail(
        TransportFailure(.policySecret, "a redirect to a host with a secret of the feed in its name is not followed"), call, arrival)
    }
    if arrival.target.scheme == "https", next.scheme == "http" {
      throw fail(TransportFailure(.policyDowngrade, "a redirect from https to http is not followed"), call, arrival)
    }
    if next.origin != arrival.target.origin {
      var event = FetchEvent(.info, "redirect.cross_origin", call.feed.id)
      event.url = shown(next, call)
      event.status = arrival.response.status
      tell(event, call)
    }
    return next
  }
}
