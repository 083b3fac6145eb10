import CampusCatalog
import FeedKit
import OpeningHours

extension PoliteTransport {
  /// The maximum number of redirects that are followed for one request.
  private static let maximumRedirects = 5

  /// Makes one attempt, following redirects. Returns the reply, or nil if the server answered that the known one is current.
  func exchange(_ call: inout Call) async throws(TransportFailure) -> (FeedReply?, ExchangeFacts) {
    call.exchange = (PublicAddress.withoutSecrets(call.address.url), nil, nil, nil)
    call.hops = 0
    var target = try client.target(call.address.url, relativeTo: nil)
    let origin = target.origin
    var facts = ExchangeFacts()
    facts.key = call.key
    facts.isFrozen = call.address.isFrozen
    facts.attempts = call.earlierAttempts + call.attempts
    facts.primaryFailure = call.primaryFailure
    var isPermanent = true
    // Headers, which may be secret, are not sent to further hosts of the feed, and not where another origin chose the address, by a
    // redirect or in its reply, even back at the first.
    facts.isForeign = call.request.isForeign || !call.feed.hasOwnServer(of: call.address.url)
    while true {
      facts.isForeign = facts.isForeign || target.origin != origin
      let url = shown(target, call)
      call.exchange = (url, nil, nil, nil)
      let isTheirs = call.known?.url.map { $0 == url } ?? true
      let sent = isTheirs ? call.validators : nil
      let response = try await send(target, headers(call, sent, isForeign: facts.isForeign), &call)
      let now = clock.now()
      for oddity in response.oddities {
        facts.notes.append(Note(.fetchOddity, request: call.request.label, oddity))
        let fields = [LogField("what", oddity)]
        log(FetchEvent(.warn, ReasonCode.fetchOddity.description, call.feed.id, url: url, fields: fields), call)
      }
      guard let location = redirect(response) else {
        if call.hops > 0, isPermanent { facts.movedTo = url }
        let freshness = Freshness.seconds(of: response, at: now, keeping: response.status == 304 ? call.known?.headers : nil)
        if freshness > 0 { facts.freshUntil = clock.moment(after: freshness) }
        let reply = try reply(in: response, at: now, call, sent, &facts)
        if let failure = call.primaryFailure {
          facts.notes.append(
            Note(
              facts.isFrozen ? .mirrorFrozen : .mirrorUsed, request: call.request.label,
              "the primary address failed (\(failure.reason)): \(failure.detail)"))
        }
        return (reply, facts)
      }
      isPermanent = isPermanent && (response.status == 301 || response.status == 308)
      guard call.hops < Self.maximumRedirects else {
        throw TransportFailure(.policyRedirects, "more than \(Self.maximumRedirects) redirects")
      }
      target = try next(after: target, location, call)
      call.hops += 1
    }
  }

  /// The feed's secrets are removed first, because masking a query parameter could cut one in two.
  private func shown(_ target: HTTPTarget, _ call: Call) -> String { PublicAddress.withoutSecrets(call.scrubber.clean(target.url)) }

  // MARK: - Sending

  /// Returns the headers of a request. Those of the feed replace the transport's own.
  ///
  /// - Parameter isForeign: whether those of the feed are left out.
  private func headers(_ call: Call, _ validators: Validators?, isForeign: Bool) -> [Feed.Header] {
    var headers = [
      Feed.Header("User-Agent", settings.userAgent),
      Feed.Header("Accept", call.request.format.accepted),
    ]
    if !isForeign {
      for header in call.feed.headers {
        headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
        // The client expects one character per byte.
        headers.append(Feed.Header(header.name, String(latin1: header.value.utf8)))
      }
    }
    if call.forbidsCaches { headers.append(Feed.Header("Cache-Control", "no-cache")) }
    if let etag = validators?.etag { headers.append(Feed.Header("If-None-Match", etag)) }
    if let date = validators?.lastModified { headers.append(Feed.Header("If-Modified-Since", date)) }
    return headers
  }

  /// Waits for the request's turn, sends it, and reports the result to the throttle.
  private func send(_ target: HTTPTarget, _ headers: [Feed.Header], _ call: inout Call) async throws(TransportFailure) -> HTTPResponse {
    call.isQueued = true
    try await throttle.enter(target.origin, until: settings.deadline)
    call.isQueued = false
    defer { throttle.leave(target.origin) }
    let start = clock.elapsed()
    var request = HTTPRequest(
      to: target, headers: headers, limits: call.feed.limits ?? settings.limits, remaining: settings.deadline - start,
      allowsPrivateAddresses: settings.allowsPrivateAddresses)
    request.willSend = { [throttle] in throttle.started(target.origin) }
    let response: HTTPResponse
    do throws(TransportFailure) { response = try await client.perform(request) } catch {
      call.exchange.bytes = error.wireBytes
      call.exchange.milliseconds = Self.milliseconds(clock.elapsed() - start)
      if !error.isLocalLimit, Backoff.countsAgainstServer(error.reason) { failed(target.origin, call) }
      throw error
    }
    call.exchange.status = response.status
    call.exchange.bytes = response.wireBytes
    call.exchange.milliseconds = Self.milliseconds(clock.elapsed() - start)
    logExchange(FetchEvent(.debug, FetchEvent.fetchAttempt, call.feed.id), call)
    switch response.status {
    case 429, 503: throw limited(response, target.origin, &call)
    case 500...: failed(target.origin, call)
    default: throttle.succeeded(target.origin)
    }
    return response
  }

  private func failed(_ origin: String, _ call: Call) {
    guard throttle.failed(origin) else { return }
    log(FetchEvent(.warn, "circuit.open", call.feed.id, url: origin), call)
  }

  /// Handles 429 and 503: puts the server on hold for the time in `Retry-After`, and after a 429 without one for a minute.
  private func limited(_ response: HTTPResponse, _ origin: String, _ call: inout Call) -> TransportFailure {
    let now = clock.now()
    let said = RetryAfter.seconds(response.values("retry-after"), at: now)
    let until = said.map(clock.moment(after:))
    var held: Instant?
    if let until, said != 0 { held = until }
    if held == nil, response.status == 429 { held = now.adding(seconds: Backoff.seconds(failures: 1, cadence: Freshness.maximum)) }
    let fields = (held ?? until).map { [LogField("until", $0.description)] } ?? []
    if let held {
      let wait = said.flatMap { $0 > 0 ? Duration.seconds($0) : nil }
      call.wait = throttle.hold(origin, until: held, for: wait)
      logExchange(FetchEvent(.warn, "host.hold", call.feed.id, reason: .rateLimited, fields: fields), call)
    } else {
      failed(origin, call)
    }
    let text = "the server answered \(response.status)" + (said.map { " and asked to wait \($0) s" } ?? "")
    return TransportFailure(.rateLimited, text, notBefore: until, fields: fields)
  }

  // MARK: - Redirects

  /// Returns the location of a redirect; empty if it does not have exactly one. Nil for other responses.
  private func redirect(_ response: HTTPResponse) -> String? {
    switch response.status {
    case 301, 302, 303, 307, 308: response.values("location").count == 1 ? response.value("location") : ""
    default: nil
    }
  }

  /// - Throws: `http.redirect_invalid`, `policy.scheme`, `policy.secret` or `policy.downgrade`.
  private func next(after target: HTTPTarget, _ location: String, _ call: Call) throws(TransportFailure) -> HTTPTarget {
    guard !location.isEmpty else { throw TransportFailure(.httpRedirectInvalid, "a redirect without a single address") }
    let next = try client.target(location, relativeTo: target)
    // Following it would send the secret to name servers and store it with the run's servers.
    if next.host != target.host, call.scrubber.finds(in: next.host) {
      throw TransportFailure(.policySecret, "a redirect to a host with a secret of the feed in its name is not followed")
    }
    if target.scheme == "https", next.scheme == "http" {
      throw TransportFailure(.policyDowngrade, "a redirect from https to http is not followed")
    }
    if next.origin != target.origin {
      var event = FetchEvent(.info, "redirect.cross_origin", call.feed.id, url: shown(next, call))
      event.status = call.exchange.status
      log(event, call)
    }
    return next
  }
}

extension FeedRequest.Format {
  /// The value of the header Accept.
  fileprivate var accepted: String {
    switch self {
    case .json: "application/json"
    case .xml: "application/xml, text/xml"
    case .csv: "text/csv, text/plain"
    case .ics: "text/calendar"
    }
  }
}
