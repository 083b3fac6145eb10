import CampusCatalog
import FeedKit
import SimdJSON

extension PoliteTransport {
  /// Returns the outcome of a response.
  ///
  /// - Parameter validators: the validators sent with the request.
  func outcome(
    of received: ReceivedResponse, _ call: Call, _ validators: Validators?, _ facts: ExchangeFacts
  ) throws(TransportFailure) -> TransportOutcome {
    let response = received.response
    var facts = facts
    facts.validators = Validators(etag: usable("etag", call, received), lastModified: usable("last-modified", call, received))
    if response.status == 304 {
      guard validators != nil else {
        throw fail(TransportFailure(.httpUnexpected304, "the server answered 304 to a request without a condition"), call, received)
      }
      facts.headers = call.known?.headers.flatMap { Freshness.headers($0, after: response, cleaning: call.scrubber.clean) }
      return .notModified(facts)
    }
    let refusal = TransportFailure(status: response.status)
    if let failure = refusal ?? Self.wrongType(of: response, call.request) ?? Self.cut(response, call.request) {
      throw fail(failure, call, received)
    }
    let body = withoutSecrets(call, received, &facts)
    var headers: [String: String] = [:]
    // A server may echo secrets, and these headers are stored and shown.
    for header in response.headers where !Self.isPrivate(header.name) {
      let name = call.scrubber.clean(header.name.lowercased())
      let value = call.scrubber.clean(header.value)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return .reply(
      FeedReply(
        to: call.request, status: response.status, headers: headers, body: body, url: shown(received.target, call),
        receivedAt: facts.receivedAt),
      facts)
  }

  /// Returns the body with secrets masked, because it is stored and shown. Adds a note and logs an event if there were any.
  private func withoutSecrets(_ call: Call, _ received: ReceivedResponse, _ facts: inout ExchangeFacts) -> [UInt8] {
    let (body, count) = call.scrubber.clean(body: received.response.body)
    guard count > 0 else { return body }
    let times = count == 1 ? "once" : "\(count) times"
    facts.notes.append(
      Note(
        .secretEchoed, request: call.request.label,
        "the server sent a secret of the feed back, \(times) in its reply; it is replaced by ***"))
    log(FetchEvent(.warn, ReasonCode.secretEchoed.description, call.feed.id, fields: [LogField("n", count)]), call, received)
    return body
  }

  /// Returns a validator; nil if it is absent, too long, or contains control characters or a secret.
  private func usable(_ name: String, _ call: Call, _ received: ReceivedResponse) -> String? {
    guard let value = received.response.value(name), !value.isEmpty else { return nil }
    guard let why = Self.flaw(of: value, call.scrubber) else { return value }
    let fields = [LogField("which", name), LogField("why", why)]
    log(FetchEvent(.warn, "validators.ignored", call.feed.id, fields: fields), call, received)
    return nil
  }

  /// Returns why a validator cannot be stored and sent back: "long" (over 1,024 bytes), "control" or "secret"; nil if it can.
  private static func flaw(of validator: String, _ scrubber: Scrubber) -> String? {
    if validator.unicodeScalars.count > 1024 { return "long" }
    if validator.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { return "control" }
    return scrubber.finds(in: validator) ? "secret" : nil
  }

  /// Returns a failure for a web page instead of data.
  private static func wrongType(of response: HTTPResponse, _ request: FeedRequest) -> TransportFailure? {
    guard let sniffed = Sniffer.page(in: response, insteadOf: request.format) else { return nil }
    let type = response.value("content-type") ?? ""
    return TransportFailure(
      .typeUnexpected,
      "the server sent a page (\(type.isEmpty ? "no type" : type)) instead of \(request.format == .json ? "JSON" : "XML")",
      fields: [LogField("sniffed", sniffed)])
  }

  /// Returns a failure for a truncated reply without declared length, whose end is only the end of the connection.
  private static func cut(_ response: HTTPResponse, _ request: FeedRequest) -> TransportFailure? {
    guard request.format == .json, response.value("content-length") == nil, response.value("transfer-encoding") == nil,
      isTruncated(response.body)
    else { return nil }
    return TransportFailure(
      .bodyTruncated, "the connection was closed in the middle of the reply", fields: [LogField("got", response.wireBytes)])
  }

  /// Returns whether a body is valid JSON up to its end but incomplete: `[1, 2` and `{"a": tr` are, `[1, 2}` is not.
  private static func isTruncated(_ body: [UInt8]) -> Bool {
    do {
      _ = try JSONDocument(parsing: body)
      return false
    } catch {
      return error.endsEarly
    }
  }

  /// Returns whether a header may contain credentials or session data. Such headers are not stored.
  private static func isPrivate(_ name: String) -> Bool {
    ["set-cookie", "set-cookie2", "www-authenticate", "proxy-authenticate"].contains(name.lowercased())
  }
}
