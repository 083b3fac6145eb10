import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

extension PoliteTransport {
  /// Returns the reply in a response; nil if the server answered that the known one is current. Completes the facts about the exchange.
  ///
  /// - Parameter validators: the validators sent with the request.
  func reply(
    in response: HTTPResponse, at now: Instant, _ call: Call, _ validators: Validators?, _ facts: inout ExchangeFacts
  ) throws(TransportFailure) -> FeedReply? {
    facts.validators = Validators(etag: usable("etag", in: response, call), lastModified: usable("last-modified", in: response, call))
    if response.status == 304, validators != nil {
      facts.headers = call.known?.headers.flatMap { Freshness.headers($0, after: response, cleaning: call.scrubber.clean) }
      return nil
    }
    let refusal = TransportFailure(status: response.status)
    if let failure = refusal ?? Self.wrongType(of: response, call.request) ?? Self.cut(response, call.request) { throw failure }
    // Stored and shown texts have no secrets, which a server may echo.
    let (body, count) = call.scrubber.clean(body: response.body)
    if count > 0 {
      let times = count == 1 ? "once" : "\(count) times"
      facts.notes.append(
        Note(
          .secretEchoed, request: call.request.label,
          "the server's reply contained a secret of the feed (\(times)); it was replaced by ***"))
      logExchange(FetchEvent(.warn, ReasonCode.secretEchoed.description, call.feed.id, fields: [LogField("n", count)]), call)
    }
    var headers: [String: String] = [:]
    for header in response.headers where !Self.isPrivate(header.name) {
      let name = call.scrubber.clean(header.name.lowercased())
      let value = call.scrubber.clean(header.value)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return FeedReply(
      to: call.request, status: response.status, headers: headers, body: body, url: call.exchange.url, receivedAt: now,
      isForeign: facts.isForeign)
  }

  /// Returns a validator; nil if it is absent, too long, or contains control characters or a secret.
  private func usable(_ name: String, in response: HTTPResponse, _ call: Call) -> String? {
    guard let value = response.value(name), !value.isEmpty else { return nil }
    guard let why = Self.flaw(of: value, call.scrubber) else { return value }
    logExchange(
      FetchEvent(.warn, "validators.ignored", call.feed.id, fields: [LogField("which", name), LogField("why", why)]), call)
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
    guard !request.isForPage, let sniffed = Sniffer.page(in: response, insteadOf: request.format) else { return nil }
    let type = response.value("content-type") ?? ""
    return TransportFailure(
      .typeUnexpected,
      "the server sent a page (\(type.isEmpty ? "no type" : type)) instead of \(request.format.rawValue.uppercased())",
      fields: [LogField("sniffed", sniffed)])
  }

  /// Returns a failure for a truncated reply without a declared length, which ends with the connection.
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
