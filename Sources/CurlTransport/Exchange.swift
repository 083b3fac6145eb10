import CCurl
import CampusCatalog
import FeedKit
import Fetching

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
  private(set) var failure: TransportFailure?
  private(set) var phase = Phase.connecting
  private(set) var begun: ContinuousClock.Instant
  /// Sockets that were opened, and addresses that were refused.
  private(set) var opened = 0
  private(set) var refused: String?
  private(set) var refusedAddress: String?
  private var oddities: [String] = []
  /// When the phase began, or, when receiving, when the last byte came.
  private var moment: ContinuousClock.Instant
  private var socket: OpenSocket?
  /// The connection has carried a response before.
  private var isReused = false
  /// It is the second try of its call, on a new connection.
  private var isSecond = false
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
  /// - Parameter first: when the first try of the call began, for a second one on a new connection; the time of both is one.
  /// - Throws: `policy.scheme`, `policy.address`, `policy.header`.
  func begin(_ call: Call, againSince first: ContinuousClock.Instant? = nil) throws(TransportFailure) {
    let request = call.request
    self.call = call
    self.request = request
    head = ResponseHead(limit: request.limits.headerBytes)
    body = ResponseBody(request.limits)
    failure = nil
    phase = .connecting
    moment = .now
    begun = first ?? moment
    isSecond = first != nil
    opened = 0
    refused = nil
    refusedAddress = nil
    oddities = []
    socket = nil
    isReused = false
    receivedBefore = nil
    asked = 0
    isKept = false
    nextCount = nil
    guard request.target.scheme == "http" || request.target.scheme == "https" else {
      throw TransportFailure(.policyScheme, "neither http nor https")
    }
    guard request.allowsPrivateAddresses || !ForbiddenAddress.isForbidden(port: request.target.port) else {
      throw TransportFailure(
        .policyAddress, "port \(request.target.port) belongs to another service",
        fields: [LogField("addr", request.target.host), LogField("port", request.target.port)])
    }
    try handle.prepare(request, for: Unmanaged.passUnretained(self).toOpaque(), onNewConnection: isSecond)
  }

  /// Lets go of what the last call had.
  func clear() {
    call = nil
    socket = nil
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
  func mayAsk(_ address: String, _ ends: OpenSockets.Ends) -> Bool {
    if !request.allowsPrivateAddresses, let reason = ForbiddenAddress.reason(ends.remote.address) {
      refused = reason
      refusedAddress = address
      return false
    }
    socket = loop.sockets.find(ends)
    isReused = socket?.hasAnswered ?? false
    // What has come since the last response would be taken for the next one.
    guard !isReused || !hasInput else {
      failure = ResponseHead.framing("bytes after the response before", "leftover")
      return false
    }
    asked += 1
    if asked == 1 { isKept = opened == 0 }
    // By itself libcurl sends again what a kept connection did not answer, as it should, and six times what a server refuses by HTTP/2.
    guard asked == 1 || asked == 2 && isKept else {
      failure = TransportFailure(.connectReset, "the server refused the request, or closed the connection, again and again")
      return false
    }
    enter(.awaiting)
    receivedBefore = socket?.received?.bytes
    return true
  }

  func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    receive()
    do throws(TransportFailure) {
      let wasComplete = head.isComplete
      try head.take(line)
      if head.isComplete, !wasComplete {
        if head.isHTTP1 { socket?.hasAnswered = true }
        try beginBody()
      }
      return true
    } catch {
      failure = error
      return false
    }
  }

  func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    receive()
    do throws(TransportFailure) {
      guard head.isComplete else { throw ResponseHead.framing("a body before its headers", "body") }
      try body.take(piece)
      if let length = head.contentLength, body.wireBytes == length, isReused, hasMore { throw Self.another }
      return true
    } catch {
      failure = error.with(wireBytes: body.wireBytes)
      return false
    }
  }

  private func beginBody() throws(TransportFailure) {
    guard head.isBodyless else {
      if head.isChunked { count(again: .now) }
      if head.contentLength == 0, hasMore {
        if isReused { throw Self.another }
        ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1)
      }
      return try body.begin(length: head.contentLength, codings: head.codings)
    }
    var hasBody = head.isChunked || (head.status == 204 && head.contentLength ?? 0 > 0)
    if hasMore {
      if isReused { throw Self.another }
      hasBody = true
    }
    if hasBody { oddities.append("a \(head.status) with a body") }
    if hasBody || head.contentLength ?? 0 > 0 { ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1) }
  }

  /// More has come than the response: libcurl drops what it has read of that, and does not say so. (Over TLS, and between chunks, bytes
  /// cannot be counted.)
  private var hasMore: Bool {
    guard request.target.scheme == "http", let before = receivedBefore, let now = socket?.received else { return false }
    return now.bytes &- before > UInt64(head.bytes + body.wireBytes)
  }

  /// On a connection that was used before, the response may be a late second one to an earlier request: nothing says which of the two
  /// belongs to this request.
  private static let another = ResponseHead.framing("more than one response to a request", "leftover")

  private var hasInput: Bool { socket?.hasInput ?? false || request.target.scheme == "https" && ccurl_has_decrypted(handle.raw) }

  private func count(again now: ContinuousClock.Instant) {
    nextCount = now + .milliseconds(50)
    loop.expect(deadline)
  }

  /// What stands between the chunks of a body is not told by libcurl, and has no end of its own.
  private var isTooLong: Bool {
    guard let before = receivedBefore, let now = socket?.received else { return false }
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

  // MARK: Time

  /// The nearest moment at which time may be over.
  var deadline: ContinuousClock.Instant {
    var deadline = min(phaseEnd, begun + request.limits.attempt)
    if let call, let remaining = request.remaining { deadline = min(deadline, call.asked + remaining) }
    if let nextCount { deadline = min(deadline, nextCount) }
    return deadline
  }

  /// What is over at a moment that is not before the deadline; nil: bytes came meanwhile, and the deadline has moved.
  func timeout(at now: ContinuousClock.Instant) -> TransportFailure? {
    if let call, let remaining = request.remaining, call.asked + remaining <= now {
      return TransportFailure(.timeoutTotal, "the time for all exchanges is over", wireBytes: body.wireBytes, isLocalLimit: true)
    }
    if begun + request.limits.attempt <= now {
      return timeout(.timeoutTotal, "not complete within \(request.limits.attempt)")
    }
    if let nextCount, nextCount <= now {
      if isTooLong { return body.tooLong }
      count(again: now)
    }
    guard phaseEnd <= now else { return nil }
    switch phase {
    case .connecting:
      if opened == 0, refused == nil { return timeout(.dnsTimeout, "no answer to the host's name within \(request.limits.connect)") }
      return timeout(.timeoutConnect, "no connection within \(request.limits.connect)")
    case .awaiting:
      // Bytes that make no whole line yet are bytes.
      if ccurl_get_offset(handle.raw, CURLINFO_STARTTRANSFER_TIME_T) > 0 {
        phase = .receiving
        moment = now - (socket?.received?.age ?? .zero)
        return nil
      }
      return timeout(.timeoutFirstByte, "no answer within \(request.limits.firstByte)")
    case .receiving:
      if let age = socket?.received?.age, now - age > moment {
        moment = now - age
        if phaseEnd > now { return nil }
      }
      return timeout(.timeoutIdle, "no byte for \(request.limits.idle)")
    }
  }

  private var phaseEnd: ContinuousClock.Instant {
    switch phase {
    case .connecting: moment + request.limits.connect
    case .awaiting: moment + request.limits.firstByte
    case .receiving: moment + request.limits.idle
    }
  }

  private func timeout(_ reason: ReasonCode, _ detail: String) -> TransportFailure {
    TransportFailure(reason, detail, wireBytes: body.wireBytes)
  }

  // MARK: The end

  /// Whether a failure may come of what was left on a connection by an earlier request, so that the call gets a second try on a new one.
  func isWorthNewConnection(_ outcome: Call.Outcome) -> Bool {
    guard isReused, !isSecond, case .failure(let failure) = outcome, let call, !call.isOver else { return false }
    return failure.reason == .httpFraming
  }

  /// - Parameter result: what libcurl says.
  func outcome(_ result: CURLcode) -> Call.Outcome {
    let outcome = wholeOutcome(result)
    // A refusal is told by its head, whatever is wrong with what follows: it may ask for patience.
    guard case .failure(let failure) = outcome, failure.reason.group == .body, head.isComplete, head.status >= 400 else {
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
      return .failure(TransportFailure(.bodyTruncated, "the connection was closed within the headers"))
    }
    if !head.isBodyless {
      do { try body.finish() } catch { return .failure(error) }
    }
    if isReused, request.target.scheme == "http", head.isChunked, socket?.hasBytes ?? false { return .failure(Self.another) }
    return .success(
      HTTPResponse(
        status: head.status, headers: head.headers, body: head.isBodyless ? [] : body.bytes, wireBytes: body.wireBytes, oddities: oddities))
  }
}
