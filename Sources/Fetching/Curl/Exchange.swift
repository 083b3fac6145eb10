import CCurl

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
  /// The address that was refused, and why; nil if none was.
  private(set) var refused: (reason: String, address: String?)?
  /// Harmless deviations from HTTP, such as "a 304 with a body".
  private var oddities: [String] = []
  /// When the phase began or, while receiving, when the last byte arrived.
  private var lastProgress: ContinuousClock.Instant
  /// The socket of the connection; nil before the request is sent, or if it was not found.
  private var socket: OpenSocket?
  /// Whether the connection has carried a response before.
  private var isReused = false
  /// Whether this is the second attempt, on a new connection.
  private let isRetry: Bool
  /// The number of bytes that the connection received before this request.
  private var receivedBefore: UInt64?
  /// How often libcurl has begun to send the request.
  private var sendCount = 0
  /// Whether the request was first sent on an existing connection.
  private var reusedConnection = false
  /// When to check the size of a chunked body next, including everything between its chunks.
  private var nextSizeCheck: ContinuousClock.Instant?
  private static let sizeCheckInterval = Duration.milliseconds(50)

  /// Creates an exchange with its handle. No callback is called before the handle is added to a multi handle.
  ///
  /// - Parameter first: when the first attempt began, if this is a second one on a new connection. Both attempts share one time limit.
  /// - Throws: `policy.scheme`, `policy.address` or `policy.header`.
  init(_ pending: PendingRequest, on loop: CurlLoop, retrySince first: ContinuousClock.Instant?) throws(TransportFailure) {
    self.pending = pending
    self.loop = loop
    request = pending.request
    head = ResponseHead(limit: request.limits.headerBytes)
    body = ResponseBody(request.limits)
    lastProgress = .now
    startedAt = first ?? lastProgress
    isRetry = first != nil
    guard request.target.scheme == "http" || request.target.scheme == "https" else {
      throw TransportFailure(.policyScheme, "neither http nor https")
    }
    guard request.allowsPrivateAddresses || !ForbiddenAddress.isForbidden(port: request.target.port) else {
      throw TransportFailure(
        .policyAddress, "port \(request.target.port) belongs to another service",
        fields: [LogField("addr", request.target.host), LogField("port", request.target.port)])
    }
    handle = try EasyHandle(request, loop.options, onNewConnection: isRetry)
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
    isReused = socket?.hasAnswered ?? false
    // Bytes that arrived after the last response would be read as the response to this request.
    guard !isReused || !hasInput else {
      failure = ResponseHead.framing("bytes after the previous response", "leftover")
      return false
    }
    sendCount += 1
    if sendCount == 1 { reusedConnection = opened == 0 }
    // libcurl resends a request once if an existing connection was closed, but up to six times if an HTTP/2 server refuses it.
    guard sendCount == 1 || sendCount == 2 && reusedConnection else {
      failure = TransportFailure(.connectReset, "the server repeatedly refused the request or closed the connection")
      return false
    }
    enter(.awaiting)
    receivedBefore = socket?.received?.bytes
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

  /// Takes a piece of the body as received. Returns false, with `failure` set, to end the transfer.
  func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    enter(.receiving)
    do throws(TransportFailure) {
      guard head.isComplete else { throw ResponseHead.framing("a body before its headers", "body") }
      try body.take(piece)
      if let length = head.contentLength, body.wireBytes == length, isReused, hasMore { throw Self.extraResponse }
      return true
    } catch {
      failure = error.with(wireBytes: body.wireBytes)
      return false
    }
  }

  /// Prepares for the body after the final head. A body after a 204 or 304 is noted and the connection is not used again; on a connection
  /// that was used before, the excess bytes are an error.
  private func beginBody() throws(TransportFailure) {
    guard head.isBodyless else {
      if head.isChunked { nextSizeCheck = .now + Self.sizeCheckInterval }
      if head.contentLength == 0, hasMore {
        if isReused { throw Self.extraResponse }
        ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1)
      }
      return try body.begin(length: head.contentLength, codings: head.codings)
    }
    var hasBody = head.isChunked || (head.status == 204 && head.contentLength ?? 0 > 0)
    if hasMore {
      if isReused { throw Self.extraResponse }
      hasBody = true
    }
    if hasBody { oddities.append("a \(head.status) with a body") }
    if hasBody || head.contentLength ?? 0 > 0 { ccurl_set_number(handle.raw, CURLOPT_FORBID_REUSE, 1) }
  }

  /// Whether more bytes arrived than the response has. libcurl silently drops them. (Bytes cannot be counted over TLS and between chunks.)
  private var hasMore: Bool {
    request.target.scheme == "http" && receivedBytes > UInt64(head.bytes + body.wireBytes)
  }

  /// The number of bytes that the connection received since the request was sent; 0 if the system does not provide it.
  private var receivedBytes: UInt64 {
    guard let receivedBefore, let now = socket?.received else { return 0 }
    return now.bytes &- receivedBefore
  }

  /// The failure if more than one response arrives on a reused connection. One of them may belong to an earlier request, and there is no
  /// way to tell which.
  private static let extraResponse = ResponseHead.framing("more than one response to a request", "leftover")

  /// Whether a connection has unread input, in the socket or already decrypted by the TLS library.
  private var hasInput: Bool { socket?.hasInput ?? false || request.target.scheme == "https" && ccurl_has_decrypted(handle.raw) }

  /// Whether too many bytes arrived, counting chunk extensions and trailers, which libcurl neither reports nor limits.
  /// Chunk sizes may add an eighth to the limit of the body.
  private var isTooLong: Bool {
    receivedBytes > UInt64(request.limits.wireBytes + request.limits.wireBytes / 8 + request.limits.headerBytes)
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
    if let nextSizeCheck { deadline = min(deadline, nextSizeCheck) }
    return deadline
  }

  /// Returns the timeout that has occurred; nil if bytes arrived in the meantime, so that the deadline has moved.
  ///
  /// - Parameter now: the current time, not before `deadline`.
  /// - Returns: `timeout.total` (as a local limit if the run's time is over), `dns.timeout`, `timeout.connect`, `timeout.first_byte` or
  ///   `timeout.idle`; `body.too_large` if a size check fails.
  func timeout(at now: ContinuousClock.Instant) -> TransportFailure? {
    if let remaining = request.remaining, pending.createdAt + remaining <= now {
      return TransportFailure(.timeoutTotal, "the run's deadline has passed", wireBytes: body.wireBytes, isLocalLimit: true)
    }
    if startedAt + request.limits.attempt <= now {
      return timeout(.timeoutTotal, "not complete within \(request.limits.attempt)")
    }
    if let nextSizeCheck, nextSizeCheck <= now {
      if isTooLong { return body.tooLong }
      self.nextSizeCheck = now + Self.sizeCheckInterval
    }
    guard phaseEnd <= now else { return nil }
    switch phase {
    case .connecting:
      if opened == 0, refused == nil { return timeout(.dnsTimeout, "the host name was not resolved within \(request.limits.connect)") }
      return timeout(.timeoutConnect, "no connection within \(request.limits.connect)")
    case .awaiting:
      // Bytes have arrived, though not yet a complete line.
      if ccurl_get_offset(handle.raw, CURLINFO_STARTTRANSFER_TIME_T) > 0 {
        phase = .receiving
        lastProgress = now - (socket?.received?.age ?? .zero)
        return nil
      }
      return timeout(.timeoutFirstByte, "no answer within \(request.limits.firstByte)")
    case .receiving:
      if let age = socket?.received?.age, now - age > lastProgress {
        lastProgress = now - age
        if phaseEnd > now { return nil }
      }
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

  /// Returns whether to send the request again on a new connection, because leftovers of an earlier response may have caused the failure.
  func isWorthNewConnection(_ outcome: PendingRequest.Outcome) -> Bool {
    guard isReused, !isRetry, case .failure(let failure) = outcome, !pending.isOver else { return false }
    return failure.reason == .httpFraming
  }

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

  /// Checks that the response is complete. A failure that the client found takes precedence over the result of libcurl.
  private func checkResponse(_ result: CURLcode) throws(TransportFailure) {
    if let failure { throw failure }
    if result != CURLE_OK { throw failure(of: result) }
    guard head.isComplete else { throw TransportFailure(.bodyTruncated, "the connection was closed in the middle of the headers") }
    if !head.isBodyless { try body.finish() }
    if isReused, request.target.scheme == "http", head.isChunked, socket?.hasBytes ?? false { throw Self.extraResponse }
  }
}
