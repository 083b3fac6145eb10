import CCurl
import CampusCatalog
import FeedKit

/// A request and its response in progress. It belongs to the thread of its client.
final class Exchange {
  /// The phase of an exchange. Each has its own time limit.
  enum Phase {
    /// Resolving the host name, connecting, and negotiating TLS.
    case connecting
    /// The request is sent, but no response has arrived.
    case awaiting
    case receiving
  }

  let handle: EasyHandle
  unowned let loop: CurlLoop
  let pending: PendingRequest
  let request: HTTPRequest
  private(set) var head: ResponseHead
  let body: ResponseBody
  /// A failure found by this client, which takes precedence over the result of libcurl.
  private(set) var failure: TransportFailure?
  private(set) var phase = Phase.connecting
  let startedAt: ContinuousClock.Instant
  private(set) var opened = 0
  /// The refused address and the reason; nil if none was refused.
  private(set) var refused: (reason: String, address: String?)?
  /// Harmless deviations from HTTP, such as "a 304 with a body".
  private var oddities: [String] = []
  /// When the phase began or, while receiving, when the last byte arrived.
  private var lastProgress: ContinuousClock.Instant
  /// The socket of the connection; nil before the request is sent, or if it was not found.
  private var socket: OpenSocket?
  /// The number of bytes that the connection received before this request; nil if the system does not provide it.
  private var receivedBefore: UInt64?
  /// How often libcurl has begun to send the request.
  private var sendCount = 0
  /// Whether the request was first sent on an existing connection.
  private var reusedConnection = false

  /// Creates an exchange with its handle. No callback is called before the handle is added to a multi handle.
  ///
  /// - Throws: `policy.scheme`, `policy.address` or `policy.header`.
  init(_ pending: PendingRequest, on loop: CurlLoop) throws(TransportFailure) {
    self.pending = pending
    self.loop = loop
    request = pending.request
    head = ResponseHead(limit: request.limits.headerBytes)
    body = ResponseBody(request.limits)
    lastProgress = .now
    startedAt = lastProgress
    guard request.target.scheme == "http" || request.target.scheme == "https" else {
      throw TransportFailure(.policyScheme, "neither http nor https")
    }
    guard request.allowsPrivateAddresses || !ForbiddenAddress.isForbidden(port: request.target.port) else {
      throw TransportFailure(
        .policyAddress, "port \(request.target.port) belongs to another service",
        fields: [LogField("addr", request.target.host), LogField("port", request.target.port)])
    }
    handle = try EasyHandle(request, loop.options)
    handle.setCallbacks(of: self, on: loop)
  }

  /// Returns the exchange that libcurl passes as user data.
  static func at(_ pointer: UnsafeMutableRawPointer?) -> Exchange? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Callbacks

  /// Returns whether libcurl may connect to an address. Called for each address that libcurl tries.
  ///
  /// - Parameter address: 4 or 16 bytes in network order; empty if it is not an IP address.
  func mayConnect(to address: [UInt8]) -> Bool {
    guard isAllowed(address) else { return false }
    opened += 1
    // The server had closed an idle connection, so libcurl opens a new one.
    if phase == .awaiting { enter(.connecting) }
    return true
  }

  /// Returns whether libcurl may send the request on a connection. It may be an existing one, opened by a request with other permissions.
  func mayUseConnection(_ ends: OpenSocket.Ends) -> Bool {
    guard isAllowed(ends.remote.address) else { return false }
    socket = loop.sockets.values.first { $0.connects(ends) }
    // When libcurl resends a request by itself, it may choose another idle connection. Sending on one that is shut down fails, and libcurl
    // chooses again.
    if socket?.shutDownIfUnclean() == true { return true }
    socket?.user = self
    sendCount += 1
    if sendCount == 1 { reusedConnection = opened == 0 }
    // libcurl resends a request once if an existing connection was closed, but up to six times if an HTTP/2 server refuses it.
    guard sendCount == 1 || sendCount == 2 && reusedConnection else {
      failure = TransportFailure(.connectReset, "the server repeatedly refused the request or closed the connection")
      return false
    }
    enter(.awaiting)
    receivedBefore = socket?.received
    request.willSend?()
    return true
  }

  /// Returns whether the request may connect to an address. If not, `refused` is set.
  private func isAllowed(_ address: [UInt8]) -> Bool {
    guard !request.allowsPrivateAddresses, let reason = ForbiddenAddress.reason(address) else { return true }
    refused = (reason, SocketAddress.text(address))
    return false
  }

  /// Takes a header line, including its line break. Returns false, with `failure` set, to end the transfer.
  func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    enter(.receiving)
    do throws(TransportFailure) {
      let wasComplete = head.isComplete
      try head.take(line)
      if head.isComplete, !wasComplete { try beginBody() }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Takes a piece of the body as received. Returns false, with `failure` set, to end the transfer.
  func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    enter(.receiving)
    do throws(TransportFailure) {
      guard head.isComplete else { throw ResponseHead.framing("a body before its headers", "body") }
      try body.take(piece)
      return true
    } catch {
      failure = error.with(wireBytes: body.wireBytes)
      return false
    }
  }

  /// Prepares for the body after the final head. A body after a 204 or 304 is noted, and the connection is not used again.
  ///
  /// A connection with HTTP/1 over TLS is not used again after a body with a length: libcurl reads no further than that, and bytes that
  /// follow in the same TLS record would stay unnoticed in the TLS library until the next request.
  private func beginBody() throws(TransportFailure) {
    if head.isHTTP1 { socket?.hasAnswered = true }
    let length = head.contentLength ?? 0
    guard head.isBodyless else {
      if head.isHTTP1, length > 0, request.target.scheme == "https" { ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1) }
      return try body.begin(length: head.contentLength, codings: head.codings)
    }
    let hasBody = head.isChunked || (head.status == 204 && length > 0) || hasMore
    if hasBody { oddities.append("a \(head.status) with a body") }
    if hasBody || length > 0 { ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1) }
  }

  /// Whether bytes followed the head of a response that has no body. libcurl silently drops them. (Over TLS, they cannot be counted.)
  private var hasMore: Bool {
    guard request.target.scheme == "http", let receivedBefore, let now = socket?.received else { return false }
    return now &- receivedBefore > UInt64(head.bytes)
  }

  /// Begins a phase, or continues one after progress. Its time limit starts now.
  private func enter(_ phase: Phase) {
    self.phase = phase
    lastProgress = .now
  }

  // MARK: Time

  var deadline: ContinuousClock.Instant {
    var deadline = min(phaseEnd, startedAt + request.limits.attempt)
    if let remaining = request.remaining { deadline = min(deadline, pending.createdAt + remaining) }
    return deadline
  }

  /// Returns the timeout that has occurred; nil if bytes arrived in the meantime, so that the deadline has moved.
  ///
  /// - Parameter now: the current time, not before `deadline`.
  /// - Returns: `timeout.total` (as a local limit if the run's time is over), `dns.timeout`, `timeout.connect`, `timeout.first_byte` or
  ///   `timeout.idle`.
  func timeout(at now: ContinuousClock.Instant) -> TransportFailure? {
    if let remaining = request.remaining, pending.createdAt + remaining <= now {
      return TransportFailure(.timeoutTotal, "the run's deadline has passed", wireBytes: body.wireBytes, isLocalLimit: true)
    }
    if startedAt + request.limits.attempt <= now {
      return timeout(.timeoutTotal, "not complete within \(request.limits.attempt)")
    }
    guard phaseEnd <= now else { return nil }
    switch phase {
    case .connecting:
      if opened == 0, refused == nil { return timeout(.dnsTimeout, "the host name was not resolved within \(request.limits.connect)") }
      return timeout(.timeoutConnect, "no connection within \(request.limits.connect)")
    case .awaiting:
      // Bytes have arrived, though not yet a complete line.
      if ccurl_get_offset(handle.raw, CURLINFO_STARTTRANSFER_TIME_T) > 0 {
        enter(.receiving)
        return nil
      }
      return timeout(.timeoutFirstByte, "no answer within \(request.limits.firstByte)")
    case .receiving:
      return timeout(.timeoutIdle, "no data for \(request.limits.idle)")
    }
  }

  /// When the current phase times out unless bytes arrive earlier.
  private var phaseEnd: ContinuousClock.Instant {
    switch phase {
    case .connecting: lastProgress + request.limits.connect
    case .awaiting: lastProgress + request.limits.firstByte
    case .receiving: lastProgress + request.limits.idle
    }
  }

  private func timeout(_ reason: ReasonCode, _ detail: String) -> TransportFailure {
    TransportFailure(reason, detail, wireBytes: body.wireBytes)
  }

  // MARK: Outcome

  /// Returns the outcome of the exchange. A response with a status of 400 or more and an unreadable body counts as one without a body.
  func outcome(_ result: CURLcode) -> PendingRequest.Outcome {
    do throws(TransportFailure) {
      try checkResponse(result)
      return .success(response(body: head.isBodyless ? [] : body.bytes))
    } catch {
      // The headers of an error response matter, for example `Retry-After`, even if its body is unusable.
      guard error.reason.group == .body, head.isComplete, head.status >= 400 else { return .failure(error) }
      oddities.append("the body of the error reply could not be read (\(error.reason))")
      return .success(response(body: []))
    }
  }

  private func response(body bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: head.status, headers: head.headers, body: bytes, wireBytes: body.wireBytes, oddities: oddities)
  }

  /// Checks that the response is complete. A failure detected by the client takes precedence over libcurl's result.
  private func checkResponse(_ result: CURLcode) throws(TransportFailure) {
    if let failure { throw failure }
    if result != CURLE_OK { throw failure(of: result) }
    guard head.isComplete else { throw TransportFailure(.bodyTruncated, "the connection was closed in the middle of the headers") }
    if !head.isBodyless { try body.finish() }
  }
}
