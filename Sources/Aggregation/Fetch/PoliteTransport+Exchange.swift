import CampusCatalog
import FeedCore
import OpeningHours

extension PoliteTransport {
  /// One attempt, with all its redirects.
  ///
  /// - Throws: a failure; one that sent no request has -1 attempts.
  func exchange(_ address: FeedAddress, _ call: inout Call, _ validators: Validators?) async throws(TransportFailure) -> TransportOutcome {
    var target = try refusing { () throws(HTTPFailure) in try client.target(address.url, relativeTo: nil) }
    let origin = target.origin
    var facts = ExchangeFacts()
    facts.key = call.key
    facts.isFrozen = call.isFrozen
    facts.attempts = call.attempts
    var isPermanent = true
    // Once another server had a say, it could lead what is secret to any address of the first one.
    var hasLeft = false
    for hop in 0...settings.mostRedirects {
      hasLeft = hasLeft || target.origin != origin
      let isTheirs = call.validatorsURL.map { $0 == shown(target, call) } ?? true
      let sent = isTheirs ? validators : nil
      let response = try await send(target, headers(call, sent, isSameOrigin: !hasLeft), call, hop: hop)
      let now = clock.now()
      facts.receivedAt = now
      for oddity in response.oddities { tellOddity(oddity, target, call, &facts) }
      guard let location = redirect(response) else {
        if hop > 0, isPermanent { facts.movedTo = shown(target, call) }
        facts.freshness = Freshness.seconds(of: response, at: now)
        return try outcome(of: response, target, call, sent, facts)
      }
      isPermanent = isPermanent && (response.status == 301 || response.status == 308)
      guard hop < settings.mostRedirects else {
        throw fail("policy.redirects", "more than \(settings.mostRedirects) redirects", call, target, response.status)
      }
      target = try next(after: target, location, response.status, call)
    }
    throw TransportFailure("policy.redirects", "more than \(settings.mostRedirects) redirects")
  }

  /// An address without anything secret.
  private func shown(_ target: HTTPTarget, _ call: Call) -> String {
    Scrubber(call.feed).clean(PublicAddress.withoutSecrets(target.url))
  }

  private func tellOddity(_ oddity: String, _ target: HTTPTarget, _ call: Call, _ facts: inout ExchangeFacts) {
    facts.notes.append(("fetch.oddity", oddity))
    var event = FetchEvent(.warn, "fetch.oddity", call.feed.id)
    event.url = PublicAddress.withoutSecrets(target.url)
    event.fields = [.init("what", oddity)]
    tell(event, call.feed)
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
    _ target: HTTPTarget, _ headers: [Feed.Header], _ call: Call, hop: Int
  ) async throws(TransportFailure) -> HTTPResponse {
    do throws(TransportFailure) {
      try await manners.enter(target.origin, until: settings.deadline)
    } catch {
      throw hop == 0 ? TransportFailure(copying: error, attempts: -1) : error
    }
    let start = clock.elapsed()
    let request = HTTPRequest(
      to: target, headers: headers, limits: call.feed.limits ?? settings.limits, remaining: settings.deadline - start,
      allowsPrivateAddresses: settings.allowsPrivateAddresses)
    var event = FetchEvent(.debug, "fetch.attempt", call.feed.id)
    event.url = shown(target, call)
    event.attempt = call.attempts
    let result: Result<HTTPResponse, HTTPFailure>
    do throws(HTTPFailure) { result = .success(try await client.perform(request)) } catch { result = .failure(error) }
    event.milliseconds = Self.milliseconds(clock.elapsed() - start)
    switch result {
    case .success(let response):
      event.status = response.status
      event.bytes = response.wireBytes
      tell(event, call.feed)
      let limit = judge(response, target, call)
      manners.leave(target.origin)
      if let limit { throw limit }
      return response
    case .failure(let failure):
      if !failure.isOurs, Backoff.countsAgainstServer(failure.reason) { failed(target.origin, call) }
      manners.leave(target.origin)
      let (level, name) = FetchEvent.name(of: failure.reason)
      var told = FetchEvent(level, name, call.feed.id)
      told.url = event.url
      told.attempt = event.attempt
      told.bytes = failure.wireBytes
      told.milliseconds = event.milliseconds
      told.reason = failure.reason
      tell(told, call.feed)
      throw TransportFailure(failure.reason, failure.detail, receivedAt: clock.now(), isOurs: failure.isOurs)
    }
  }

  /// Tells the manners how the server did; gives a failure when it asks to be left alone.
  private func judge(_ response: HTTPResponse, _ target: HTTPTarget, _ call: Call) -> TransportFailure? {
    switch response.status {
    case 429, 503: return limited(response, target, call)
    case 500...: failed(target.origin, call)
    default: manners.succeeded(target.origin)
    }
    return nil
  }

  private func failed(_ origin: String, _ call: Call) {
    guard manners.failed(origin) else { return }
    var event = FetchEvent(.warn, "circuit.open", call.feed.id)
    event.url = origin
    tell(event, call.feed)
  }

  /// 429 and 503 hold the server for the time that it asks for.
  private func limited(_ response: HTTPResponse, _ target: HTTPTarget, _ call: Call) -> TransportFailure {
    let now = clock.now()
    let said = RetryAfter.seconds(response.value("retry-after"), at: now)
    let until = said.map { now.adding(seconds: $0) }
    if let until, said != 0 {
      manners.hold(target.origin, until: until)
    } else if response.status == 429 {
      manners.hold(target.origin, until: now.adding(seconds: Backoff.seconds(failures: 1, cadence: Freshness.most)))
    } else {
      failed(target.origin, call)
    }
    var event = FetchEvent(.warn, "host.hold", call.feed.id)
    event.url = shown(target, call)
    event.status = response.status
    event.reason = "ratelimited"
    if let until { event.fields = [.init("until", until.description)] }
    tell(event, call.feed)
    return TransportFailure(
      "ratelimited", "the server answered \(response.status)" + (said.map { " and wants no request for \($0) s" } ?? ""), receivedAt: now,
      notBefore: until)
  }

  // MARK: - Redirects

  /// Where a response leads; nil for one that is an answer. Empty for a redirect that says nothing.
  private func redirect(_ response: HTTPResponse) -> String? {
    switch response.status {
    case 301, 302, 303, 307, 308: response.values("location").count == 1 ? response.value("location") : ""
    default: nil
    }
  }

  private func next(after target: HTTPTarget, _ location: String, _ status: Int, _ call: Call) throws(TransportFailure) -> HTTPTarget {
    guard !location.isEmpty else { throw fail("http.redirect_invalid", "a redirect without one address", call, target, status) }
    let next: HTTPTarget
    do throws(HTTPFailure) {
      next = try client.target(location, relativeTo: target)
    } catch {
      throw fail(error.reason, error.detail, call, target, status)
    }
    // Asked, it would be told to the servers of names, and kept among those of the run.
    if next.host != target.host, Scrubber(call.feed).finds(in: next.host) {
      throw fail("policy.secret", "a redirect to a host with a secret of the feed in its name is not followed", call, target, status)
    }
    if target.scheme == "https", next.scheme == "http" {
      throw fail("policy.downgrade", "a redirect from https to http is not followed", call, target, status)
    }
    if next.origin != target.origin {
      var event = FetchEvent(.info, "redirect.cross_origin", call.feed.id)
      event.url = shown(next, call)
      event.status = status
      tell(event, call.feed)
    }
    return next
  }

  // MARK: - What a response means

  private func outcome(
    of response: HTTPResponse, _ target: HTTPTarget, _ call: Call, _ validators: Validators?, _ facts: ExchangeFacts
  ) throws(TransportFailure) -> TransportOutcome {
    let scrubber = Scrubber(call.feed)
    let came = Validators(
      etag: Self.usable(response.value("etag"), scrubber), lastModified: Self.usable(response.value("last-modified"), scrubber))
    if response.status == 304 {
      guard validators != nil else {
        throw fail("http.304_unexpected", "the server answered 304 to a request without a condition", call, target, 304)
      }
      return .notModified(NotModified(validators: came, exchange: facts))
    }
    if let (reason, detail) = Self.refusal(of: response.status) { throw fail(reason, detail, call, target, response.status) }
    if let detail = Self.wrongType(of: response, call.request).map(scrubber.clean) {
      throw fail("type.unexpected", detail, call, target, response.status)
    }
    var facts = facts
    let body = withoutSecrets(response.body, target, call, &facts)
    if Self.isCut(response, call.request) {
      throw fail("body.truncated", "the connection was closed in the middle of the reply", call, target, response.status)
    }
    var headers: [String: String] = [:]
    // A server may send back what it was sent; what goes on from here is kept and shown.
    for header in response.headers where !Self.isPrivate(header.name) {
      let name = scrubber.clean(header.name.lowercased())
      let value = scrubber.clean(header.value)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return .reply(
      FeedReply(
        to: call.request, status: response.status, headers: headers, body: body, url: shown(target, call),
        receivedAt: facts.receivedAt, validators: came, exchange: facts))
  }

  /// What goes on from here is read, kept and shown.
  private func withoutSecrets(_ body: [UInt8], _ target: HTTPTarget, _ call: Call, _ facts: inout ExchangeFacts) -> [UInt8] {
    let (body, count) = Scrubber(call.feed).clean(body: body)
    guard count > 0 else { return body }
    let times = count == 1 ? "once" : "\(count) times"
    facts.notes.append(("secret.echoed", "the server sent a secret of the feed back, \(times) in its reply; *** stands in its place"))
    var event = FetchEvent(.warn, "secret.echoed", call.feed.id)
    event.url = shown(target, call)
    event.fields = [.init("n", count)]
    tell(event, call.feed)
    return body
  }

  /// A validator that is too long, or has control characters or a secret in it, is none.
  private static func usable(_ value: String?, _ scrubber: Scrubber) -> String? {
    guard let value, !value.isEmpty, value.unicodeScalars.count <= 1024,
      !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }), !scrubber.finds(in: value)
    else { return nil }
    return value
  }

  private static func refusal(of status: Int) -> (reason: String, detail: String)? {
    switch status {
    case 204, 205, 206: ("http.\(status)", "the server answered \(status), which carries no whole body")
    case 200..<300: nil
    case 401, 403: ("auth", "the server answered \(status): it wants other credentials, or none from here")
    case 410: ("gone", "the server answered 410: the feed is gone for good")
    default: ("http.\(status)", "the server answered \(status)")
    }
  }

  /// A page for people in the place of data: a log-in page of a network, a challenge, a polite "not found".
  private static func wrongType(of response: HTTPResponse, _ request: FeedRequest) -> String? {
    let type = response.value("content-type") ?? ""
    let first = response.body.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    guard first == UInt8(ascii: "<") else { return nil }
    switch request.format {
    case .json: return "the server sent a page (\(type.isEmpty ? "no type" : type)) in the place of JSON"
    case .xml:
      let start = String(decoding: response.body.prefix(200), as: UTF8.self).lowercased()
      return start.contains("<!doctype html") || start.contains("<html") ? "the server sent a page in the place of XML" : nil
    }
  }

  /// A reply whose end only the end of the connection told, and which is not whole.
  private static func isCut(_ response: HTTPResponse, _ request: FeedRequest) -> Bool {
    guard request.format == .json, response.value("content-length") == nil, response.value("transfer-encoding") == nil else { return false }
    return JSONEnd.isCut(response.body)
  }

  private static func isPrivate(_ name: String) -> Bool {
    ["set-cookie", "set-cookie2", "www-authenticate", "proxy-authenticate"].contains(name.lowercased())
  }

  // MARK: - Failures

  private func fail(_ reason: String, _ detail: String, _ call: Call, _ target: HTTPTarget, _ status: Int?) -> TransportFailure {
    let (level, name) = FetchEvent.name(of: reason)
    var event = FetchEvent(level, name, call.feed.id)
    event.url = shown(target, call)
    event.attempt = call.attempts
    event.status = status
    event.reason = reason
    tell(event, call.feed)
    return TransportFailure(reason, detail, receivedAt: clock.now())
  }

  private func refusing<Result>(_ body: () throws(HTTPFailure) -> Result) throws(TransportFailure) -> Result {
    do throws(HTTPFailure) { return try body() } catch { throw TransportFailure(error.reason, error.detail, receivedAt: clock.now()) }
  }
}
