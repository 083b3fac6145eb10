import CCurl
import FeedCore

/// One request and its response under way. It lives on the thread of its client, and is used again with its handle where that may be.
final class Exchange {
  enum Phase {
    /// Resolving, connecting, shaking hands.
    case connecting
    /// The request goes out; nothing has come.
    case awaiting
    case receiving
  }

  var handle: EasyHandle
  unowned let loop: CurlLoop

  private(set) var call: Call?
  private(set) var request: HTTPRequest
  private(set) var head: ResponseHead
  private(set) var body: ResponseBody
  /// What was found here; it goes before what libcurl says.
  private(set) var failure: HTTPFailure?
  private(set) var phase = Phase.connecting
  private(set) var begun: ContinuousClock.Instant
  /// Sockets that were opened, and addresses that were refused.
  private(set) var opened = 0
  private(set) var refused: String?
  private(set) var refusedAddress: String?
  private var oddities: [String] = []
  /// When the phase began, or, when receiving, when the last byte came.
  private var moment: ContinuousClock.Instant
  private var socket: Int32 = -1
  /// Bytes the connection had received before this request.
  private var receivedBefore: UInt64?
  /// How often libcurl was about to send the request, the first time on a connection that others had used.
  private var asked = 0
  private var isKept = false
  /// When the bytes of a chunked body are counted next, with all that stands between them.
  private var nextCount: ContinuousClock.Instant?

  /// - Parameter request: any; `begin` sets the right one.
  init?(_ options: CurlOptions, _ request: HTTPRequest, on loop: CurlLoop) {
    guard let handle = EasyHandle(options, on: Unmanaged.passUnretained(loop).toOpaque()) else { return nil }
    self.handle = handle
    self.loop = loop
    self.request = request
    head = ResponseHead(limit: 0)
    body = ResponseBody(request.limits)
    begun = .now
    moment = begun
  }

  /// Makes ready for a call. No callback comes before that.
  ///
  /// - Throws: `policy.scheme`, `policy.address`, `policy.header`.
  func begin(_ call: Call) throws(HTTPFailure) {
    let request = call.request
    self.call = call
    self.request = request
    head = ResponseHead(limit: request.limits.headerBytes)
    body = ResponseBody(request.limits)
    failure = nil
    phase = .connecting
    begun = .now
    moment = begun
    opened = 0
    refused = nil
    refusedAddress = nil
    oddities = []
    socket = -1
    receivedBefore = nil
    asked = 0
    isKept = false
    nextCount = nil
    guard request.target.scheme == "http" || request.target.scheme == "https" else {
      throw HTTPFailure("policy.scheme", "neither http nor https")
    }
    guard request.allowsPrivateAddresses || !ForbiddenAddress.isForbidden(port: request.target.port) else {
      throw HTTPFailure(
        "policy.address", "port \(request.target.port) belongs to another service",
        fields: [LogField("addr", request.target.host), LogField("port", request.target.port)])
    }
    try handle.prepare(request, for: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets go of what the last call had.
  func clear() {
    call = nil
    body = ResponseBody(request.limits)
    head = ResponseHead(limit: 0)
  }

  // MARK: What libcurl tells

  func mayConnect(to address: [UInt8]) -> Bool {
    if !request.allowsPrivateAddresses, let reason = ForbiddenAddress.reason(address) {
      refused = reason
      refusedAddress = SocketAddress.text(address)
      return false
    }
    opened += 1
    // A connection that had been closed meanwhile is made anew.
    if phase == .awaiting { enter(.connecting) }
    return true
  }

  /// The connection stands, new or used before: also one that another request was allowed to make.
  func mayAsk(_ address: UnsafePointer<CChar>, _ ends: OpenSockets.Ends) -> Bool {
    if !request.allowsPrivateAddresses, let reason = ForbiddenAddress.reason(SocketAddress.bytes(address)) {
      refused = reason
      refusedAddress = String(cString: address)
      return false
    }
    asked += 1
    if asked == 1 { isKept = opened == 0 }
    // By itself libcurl sends again what a kept connection did not answer, as it should, and six times what a server refuses by HTTP/2.
    guard asked == 1 || asked == 2 && isKept else {
      failure = HTTPFailure("connect.reset", "the server refused the request, or closed the connection, again and again")
      return false
    }
    enter(.awaiting)
    socket = loop.sockets.find(ends)
    receivedBefore = received()?.bytes
    return true
  }

  func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    receive()
    do throws(HTTPFailure) {
      let wasComplete = head.isComplete
      try head.take(line)
      if head.isComplete, !wasComplete { try beginBody() }
      return true
    } catch {
      failure = error
      return false
    }
  }

  func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    receive()
    do throws(HTTPFailure) {
      guard head.isComplete else { throw ResponseHead.framing("a body before its headers", "body") }
      try body.take(piece)
      return true
    } catch {
      failure = error.with(wireBytes: body.wireBytes)
      return false
    }
  }

  private func beginBody() throws(HTTPFailure) {
    guard head.isBodyless else {
      if head.isChunked { count(again: .now) }
      return try body.begin(length: head.contentLength, codings: head.codings)
    }
    var hasBody = head.isChunked || (head.status == 204 && head.contentLength ?? 0 > 0)
    if request.target.scheme == "http", let before = receivedBefore, let now = received() {
      // libcurl drops what it has read behind such a head, and does not say so.
      hasBody = hasBody || now.bytes &- before > UInt64(head.bytes)
    }
    if hasBody { oddities.append("a \(head.status) with a body") }
    if hasBody || head.contentLength ?? 0 > 0 { ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1) }
  }

  private func count(again now: ContinuousClock.Instant) {
    nextCount = now + .milliseconds(50)
    loop.expect(deadline)
  }

  /// What stands between the chunks of a body is not told by libcurl, and has no end of its own.
  private var isTooLong: Bool {
    guard let before = receivedBefore, let now = received() else { return false }
    let most = request.limits.wireBytes + request.limits.wireBytes / 8 + request.limits.headerBytes
    return now.bytes &- before > UInt64(most)
  }

  private func receive() {
    if phase == .receiving { moment = .now } else { enter(.receiving) }
  }

  private func enter(_ phase: Phase) {
    self.phase = phase
    moment = .now
    loop.expect(deadline)
  }

  private func received() -> (bytes: UInt64, age: Duration)? {
    var bytes: UInt64 = 0
    var age: UInt32 = 0
    guard socket >= 0, ccurl_received(socket, &bytes, &age) else { return nil }
    return (bytes, .milliseconds(Int(age)))
  }

  // MARK: Time

  /// The nearest moment at which time may be over.
  var deadline: ContinuousClock.Instant {
    var deadline = min(phaseEnd, begun + request.limits.attempt)
    if let call, let remaining = request.remaining { deadline = min(deadline, call.asked + remaining) }
    if let nextCount { deadline = min(deadline, nextCount) }
    return deadline
  }

  /// What is over at a moment that is not before the deadline; nil: bytes came meanwhile, and the deadline has moved.
  func timeout(at now: ContinuousClock.Instant) -> HTTPFailure? {
    if let call, let remaining = request.remaining, call.asked + remaining <= now {
      return HTTPFailure("timeout.total", "the time for all exchanges is over", wireBytes: body.wireBytes, isOurs: true)
    }
    if begun + request.limits.attempt <= now {
      return timeout("timeout.total", "not complete within \(request.limits.attempt)")
    }
    if let nextCount, nextCount <= now {
      if isTooLong { return body.tooLong }
      count(again: now)
    }
    guard phaseEnd <= now else { return nil }
    switch phase {
    case .connecting:
      if opened == 0, refused == nil { return timeout("dns.timeout", "no answer to the host's name within \(request.limits.connect)") }
      return timeout("timeout.connect", "no connection within \(request.limits.connect)")
    case .awaiting:
      // Bytes that make no whole line yet are bytes.
      if ccurl_get_offset(handle.raw, CURLINFO_STARTTRANSFER_TIME_T) > 0 {
        phase = .receiving
        moment = now - (received()?.age ?? .zero)
        return nil
      }
      return timeout("timeout.first_byte", "no answer within \(request.limits.firstByte)")
    case .receiving:
      if let age = received()?.age, now - age > moment {
        moment = now - age
        if phaseEnd > now { return nil }
      }
      return timeout("timeout.idle", "no byte for \(request.limits.idle)")
    }
  }

  private var phaseEnd: ContinuousClock.Instant {
    switch phase {
    case .connecting: moment + request.limits.connect
    case .awaiting: moment + request.limits.firstByte
    case .receiving: moment + request.limits.idle
    }
  }

  private func timeout(_ reason: String, _ detail: String) -> HTTPFailure {
    HTTPFailure(reason, detail, wireBytes: body.wireBytes)
  }

  // MARK: The end

  /// - Parameter result: what libcurl says.
  func outcome(_ result: CURLcode) -> Call.Outcome {
    let outcome = wholeOutcome(result)
    // A refusal is told by its head, whatever is wrong with what follows: it may ask for patience.
    guard case .failure(let failure) = outcome, failure.reason.hasPrefix("body."), head.isComplete, head.status >= 400 else {
      return outcome
    }
    let oddity = "the body of a refusal could not be read (\(failure.reason))"
    return .success(
      HTTPResponse(status: head.status, headers: head.headers, body: [], wireBytes: body.wireBytes, oddities: oddities + [oddity]))
  }

  private func wholeOutcome(_ result: CURLcode) -> Call.Outcome {
    if let failure { return .failure(failure) }
    if result != CURLE_OK { return .failure(CurlFailure.failure(result, of: self)) }
    guard head.isComplete else {
      return .failure(HTTPFailure("body.truncated", "the connection was closed within the headers"))
    }
    if !head.isBodyless {
      do { try body.finish() } catch { return .failure(error) }
    }
    return .success(
      HTTPResponse(
        status: head.status, headers: head.headers, body: head.isBodyless ? [] : body.bytes, wireBytes: body.wireBytes, oddities: oddities))
  }
}
