import CampusCatalog
import FeedCore

extension PoliteTransport {
  /// What a response means.
  ///
  /// - Parameter validators: those that it was asked with.
  func outcome(
    of arrival: Arrival, _ call: Call, _ validators: Validators?, _ facts: ExchangeFacts
  ) throws(TransportFailure) -> TransportOutcome {
    let response = arrival.response
    let scrubber = Scrubber(call.feed)
    let came = Validators(etag: usable("etag", call, arrival, scrubber), lastModified: usable("last-modified", call, arrival, scrubber))
    if response.status == 304 {
      guard validators != nil else {
        throw fail(HTTPFailure("http.304_unexpected", "the server answered 304 to a request without a condition"), call, arrival)
      }
      return .notModified(NotModified(validators: came, exchange: facts))
    }
    if let failure = Self.refusal(of: response.status) ?? Self.wrongType(of: response, call.request) ?? Self.cut(response, call.request) {
      throw fail(failure, call, arrival)
    }
    var facts = facts
    let body = withoutSecrets(response.body, call, arrival, &facts, scrubber)
    var headers: [String: String] = [:]
    // A server may send back what it was sent; what goes on from here is kept and shown.
    for header in response.headers where !Self.isPrivate(header.name) {
      let name = scrubber.clean(header.name.lowercased())
      let value = scrubber.clean(header.value)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return .reply(
      FeedReply(
        to: call.request, status: response.status, headers: headers, body: body, url: shown(arrival.target, call),
        receivedAt: facts.receivedAt, validators: came, exchange: facts))
  }

  /// What goes on from here is read, kept and shown.
  private func withoutSecrets(
    _ body: [UInt8], _ call: Call, _ arrival: Arrival, _ facts: inout ExchangeFacts, _ scrubber: Scrubber
  ) -> [UInt8] {
    let (body, count) = scrubber.clean(body: body)
    guard count > 0 else { return body }
    let times = count == 1 ? "once" : "\(count) times"
    facts.notes.append(("secret.echoed", "the server sent a secret of the feed back, \(times) in its reply; *** stands in its place"))
    var event = FetchEvent(.warn, "secret.echoed", call.feed.id)
    event.fields = [.init("n", count)]
    tell(event, call, arrival)
    return body
  }

  /// A validator that is too long, or has control characters or a secret in it, is none.
  private func usable(_ name: String, _ call: Call, _ arrival: Arrival, _ scrubber: Scrubber) -> String? {
    guard let value = arrival.response.value(name), !value.isEmpty else { return nil }
    guard let why = Self.flaw(of: value, scrubber) else { return value }
    var event = FetchEvent(.warn, "validators.ignored", call.feed.id)
    event.fields = [.init("which", name), .init("why", why)]
    tell(event, call, arrival)
    return nil
  }

  private static func flaw(of validator: String, _ scrubber: Scrubber) -> String? {
    if validator.unicodeScalars.count > 1024 { return "long" }
    if validator.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { return "control" }
    return scrubber.finds(in: validator) ? "secret" : nil
  }

  private static func refusal(of status: Int) -> HTTPFailure? {
    switch status {
    case 204, 205, 206: HTTPFailure("http.\(status)", "the server answered \(status), which carries no whole body")
    case 200..<300: nil
    case 401, 403: HTTPFailure("auth", "the server answered \(status): it wants other credentials, or none from here")
    case 410: HTTPFailure("gone", "the server answered 410: the feed is gone for good")
    default: HTTPFailure("http.\(status)", "the server answered \(status)")
    }
  }

  /// A page for people in the place of data.
  private static func wrongType(of response: HTTPResponse, _ request: FeedRequest) -> HTTPFailure? {
    guard let sniffed = Sniffer.page(in: response, insteadOf: request.format) else { return nil }
    let type = response.value("content-type") ?? ""
    return HTTPFailure(
      "type.unexpected",
      "the server sent a page (\(type.isEmpty ? "no type" : type)) in the place of \(request.format == .json ? "JSON" : "XML")",
      fields: [LogField("sniffed", sniffed)])
  }

  /// A reply whose end only the end of the connection told, and which is not whole.
  private static func cut(_ response: HTTPResponse, _ request: FeedRequest) -> HTTPFailure? {
    guard request.format == .json, response.value("content-length") == nil, response.value("transfer-encoding") == nil,
      JSONEnd.isCut(response.body)
    else { return nil }
    return HTTPFailure(
      "body.truncated", "the connection was closed in the middle of the reply", fields: [LogField("got", response.wireBytes)])
  }

  private static func isPrivate(_ name: String) -> Bool {
    ["set-cookie", "set-cookie2", "www-authenticate", "proxy-authenticate"].contains(name.lowercased())
  }
}
