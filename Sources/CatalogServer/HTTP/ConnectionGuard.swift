import Basics
import NIOCore
import NIOHTTP1

/// How long a connection may take.
struct ConnectionLimits: Sendable {
  /// The time in which a request must be complete, after the connection began or after the last response. A byte now and then does not prolong
  /// it.
  var request = TimeAmount.seconds(10)
  /// The least speed at which a response must be read.
  var leastBytesPerSecond = 1_024
  /// How long connections may last after the server began to stop.
  var drain = TimeAmount.seconds(4)
  /// How long an idle connection is kept after the server began to stop: its next request may be on its way.
  var grace = TimeAmount.milliseconds(500)
}

/// The response to a request that cannot be parsed.
struct Refusal: Sendable {
  let head: HTTPResponseHead
  let body: ByteBuffer
}

/// Guards one connection, between the parser and Hummingbird: closes it if the client is too slow or idle, or after a response that must be the
/// last one, and answers requests that cannot be parsed. Content of requests is never passed on.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private static let checkSeconds: Int64 = 5

  private let limits: ConnectionLimits
  private let refusal: (Int) -> Refusal
  /// For each request without a complete response: whether the connection ends after it.
  private var waiting: [Bool] = []
  /// Whether the last request asks for another protocol (`Upgrade`), so that NIO's decoder has stopped after it.
  var isAtUpgrade = false
  /// Whether no more requests are read.
  private var ignoresInput = false
  /// The status for a request that cannot be parsed, which is the last one.
  private var refused: Int?
  private var isStopping = false
  /// Whether the client sends nothing more.
  private var hasEnded = false
  /// Whether the last response has been written.
  private var isOver = false
  /// Completed when the last response that was written has been sent.
  private var sent: EventLoopFuture<Void>?
  private var nextCheck: Scheduled<Void>?
  /// When the connection began, or the last response was written.
  private var idleSince = NIODeadline.uptimeNanoseconds(0)
  /// The bytes of content that were written.
  private var written = 0
  /// The bytes that the client had accepted at the last check; nil if a response has begun since.
  private var accepted: Int?
  /// Called when the connection is closed. (Requests are answered one after the other, so at most one waits.)
  var onClose: (() -> Void)?

  init(_ limits: ConnectionLimits, refusal: @escaping (Int) -> Refusal) { (self.limits, self.refusal) = (limits, refusal) }

  func handlerAdded(context: ChannelHandlerContext) {
    idleSince = context.eventLoop.now
    scheduleCheck(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { nextCheck?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    onClose?()
    context.fireChannelInactive()
  }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if ignoresInput { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      let hasContent = Self.hasContent(head.headers)
      // Content is never read, so that nothing after it can be.
      let isLast = !head.isKeepAlive || head.version != .http1_1 || hasContent || head.method == .CONNECT
      isAtUpgrade = Self.asksForUpgrade(head.headers)
      Self.resolveTarget(of: &head)
      waiting.append(isLast)
      context.fireChannelRead(wrapInboundOut(.head(head)))
      guard isLast else { return }
      ignoresInput = true
      context.fireChannelRead(wrapInboundOut(.end(nil)))
    case .body: break
    case .end: context.fireChannelRead(data)
    }
  }

  private static func asksForUpgrade(_ headers: HTTPHeaders) -> Bool {
    headers["upgrade"].contains { !$0.trimmed.isEmpty } && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
  }

  static func hasContent(_ headers: HTTPHeaders) -> Bool {
    headers.contains(name: "transfer-encoding") || headers["content-length"].contains { $0.trimmed != "0" }
  }

  /// Proxies send the whole address, which then includes the server (RFC 9112, section 3.2.2).
  private static func resolveTarget(of head: inout HTTPRequestHead) {
    if head.uri.utf8.first == UInt8(ascii: "/") { return }
    guard let match = head.uri.wholeMatch(of: /(?i:http):\/\/([^\/?#]+)([\/?].*)?/) else {
      // No address of this site.
      head.uri = "*"
      return
    }
    let path = match.output.2 ?? ""
    head.uri = (path.first == "/" ? "" : "/") + path
    if head.headers["host"].count == 1 { head.headers.replaceOrAdd(name: "host", value: String(match.output.1)) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let parserError = error as? HTTPParserError else { return context.close(promise: nil) }
    if ignoresInput { return }
    ignoresInput = true
    refused = parserError == .headerOverflow ? 431 : 400
    // Hummingbird answers it after the requests before it.
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent: stop(context)
    case ChannelEvent.inputClosed:
      hasEnded = true
      if isOver { whenSent(context) { $0.close(promise: nil) } }
      if waiting.isEmpty, refused == nil { end(context) }
      context.fireUserInboundEventTriggered(event)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: - Responses

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // Hummingbird also writes a response to a request that cannot be parsed, after the guard's.
    if isOver {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if waiting.isEmpty, let refused { return write(refusal(refused), context, promise) }
      let isLast = waiting.first == true || (isStopping || hasEnded) && waiting.count <= 1 && refused == nil
      if isLast || head.headers[canonicalForm: "connection"].contains("close") {
        if !waiting.isEmpty { waiting[0] = true }
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
      accepted = nil
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body(let content):
      written += content.readableBytes
      context.write(data, promise: promise)
    case .end:
      let isLast = waiting.isEmpty || waiting.removeFirst()
      idleSince = context.eventLoop.now
      writeEnd(data, context, promise)
      if isLast { end(context) }
    }
  }

  /// Answers a request that cannot be parsed.
  private func write(_ refusal: Refusal, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    context.write(wrapOutboundOut(.head(refusal.head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(refusal.body))), promise: nil)
    writeEnd(wrapOutboundOut(.end(nil)), context, promise)
    end(context)
  }

  private func writeEnd(_ end: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    let promise = promise ?? context.eventLoop.makePromise()
    sent = promise.futureResult
    context.writeAndFlush(end, promise: promise)
  }

  /// Hummingbird closes its side as soon as it has written the responses to a client that has ended the other side.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard hasEnded, mode == .output else { return context.close(mode: mode, promise: promise) }
    whenSent(context) { $0.close(mode: mode, promise: promise) }
  }

  /// Acts once all responses have been sent. If the client has ended its side, closing ours makes NIO drop the unsent rest.
  private func whenSent(_ context: ChannelHandlerContext, _ action: @escaping (ChannelHandlerContext) -> Void) {
    let bound = NIOLoopBound((context, action), eventLoop: context.eventLoop)
    (sent ?? context.eventLoop.makeSucceededVoidFuture()).whenComplete { _ in bound.value.1(bound.value.0) }
  }

  /// Closes the connection once everything is sent. The client is given a second to read it: closing with unread requests would discard it.
  private func end(_ context: ChannelHandlerContext) {
    if isOver { return }
    (isOver, ignoresInput) = (true, true)
    if hasEnded { return whenSent(context) { $0.close(promise: nil) } }
    context.close(mode: .output, promise: nil)
    // Reads and drops further bytes until the client closes the connection.
    context.read()
    after(.seconds(1), context) { [self] context in
      if buffered(context) == 0 { context.close(promise: nil) }
    }
  }

  /// Ends the connection after its next response, or soon.
  private func stop(_ context: ChannelHandlerContext) {
    isStopping = true
    after(limits.drain, context) { $0.close(promise: nil) }
    after(limits.grace, context) { [self] context in
      if waiting.isEmpty, refused == nil { end(context) }
    }
  }

  // MARK: - Limits

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    nextCheck = after(.seconds(Self.checkSeconds), context) { [self] context in check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    let unsent = buffered(context)
    let isTooSlow = unsent > 0 && accepted.map { written - unsent - $0 < limits.leastBytesPerSecond * Int(Self.checkSeconds) } == true
    let isIdle = unsent == 0 && waiting.isEmpty && context.eventLoop.now - idleSince >= limits.request
    if isTooSlow || isIdle { return context.close(promise: nil) }
    accepted = written - unsent
    scheduleCheck(context)
  }

  /// The bytes of responses that the client has not accepted yet.
  private func buffered(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  @discardableResult
  private func after(
    _ time: TimeAmount, _ context: ChannelHandlerContext, _ action: @escaping (ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let bound = NIOLoopBound((context, action), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: time) { bound.value.1(bound.value.0) }
  }
}
