import NIOCore
import NIOHTTP1

/// One connection: reads requests one after the other, and writes their answers.
///
/// The next request is read when the answer before it is sent, so that a client cannot make the server hold more than one answer for it.
final class SiteConnection: ChannelInboundHandler, ChannelOutboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let site: CatalogSite
  private let limits: ConnectionLimits
  /// Requests that were read together with the one that is being answered.
  private var waiting: [HTTPRequestHead] = []
  private var isAnswering = false
  private var task: Task<Void, Never>?
  /// Whether reading was asked for while an answer was not yet sent.
  private var wantsRead = false
  /// Whether no more requests are read.
  private var isOver = false
  /// Whether the client has sent everything it will send.
  private var hasEnded = false
  private var isStopping = false
  /// The status for a request that cannot be parsed, which is the last one.
  private var refused: Int?
  private var nextCheck: Scheduled<Void>?
  /// When the connection began, or the last answer was written.
  private var idleSince = NIODeadline.now()
  /// The bytes that were not sent at the last check; nil if more have been added since.
  private var unsent: Int?
  /// What was found in the bytes that came last.
  var parsed = Parsed()

  struct Parsed {
    var heads = 0
    /// How often a request was complete.
    var ends = 0
    /// The last response, if the same request has the same response within this second.
    var response: ServerResponse?
  }

  private static let checkSeconds: Int64 = 5

  init(_ site: CatalogSite, _ limits: ConnectionLimits) { (self.site, self.limits) = (site, limits) }

  func handlerAdded(context: ChannelHandlerContext) { scheduleCheck(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    nextCheck?.cancel()
    task?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    // Nobody waits for the answer any longer.
    task?.cancel()
    context.fireChannelInactive()
  }

  // MARK: - Requests

  func read(context: ChannelHandlerContext) {
    if isAnswering || !waiting.isEmpty || !context.channel.isWritable { wantsRead = true } else { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { resume(context) }
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let head: HTTPRequestHead
    switch unwrapInboundIn(data) {
    case .head(let found): head = found
    // Content is refused because of its header field, and never looked at.
    case .body: return
    case .end: return parsed.ends += 1
    }
    parsed.heads += 1
    if isOver { return }
    if waiting.isEmpty, !isAnswering, context.channel.isWritable { return answer(head, context) }
    waiting.append(head)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    // What follows cannot be parsed, either. Requests before it are answered first.
    refused = error == .headerOverflow ? 431 : 400
    answerNext(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent: stop(context)
    case ChannelEvent.inputClosed:
      hasEnded = true
      if isOver, buffered(context) == 0 { context.close(promise: nil) }
      if !isAnswering, waiting.isEmpty { end(context) }
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  private func resume(_ context: ChannelHandlerContext) {
    answerNext(context)
    guard wantsRead, !isAnswering, waiting.isEmpty, context.channel.isWritable else { return }
    wantsRead = false
    context.read()
  }

  // MARK: - Answers

  /// Whether a request that arrives now is answered at once, and is not the last one.
  func isReady(_ context: ChannelHandlerContext) -> Bool {
    !isAnswering && waiting.isEmpty && refused == nil && !isOver && !isStopping && !hasEnded && context.channel.isWritable
  }

  private func answerNext(_ context: ChannelHandlerContext) {
    while !isAnswering, !isOver, context.channel.isWritable, let head = waiting.first {
      waiting.removeFirst()
      answer(head, context)
    }
    if let refused, !isAnswering, !isOver, waiting.isEmpty { write(site.refusal(refused), isLast: true, context) }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let request = ServerRequest(head)
    // Content is never read, so that nothing after it can be.
    let isLast = !head.isKeepAlive || head.version != .http1_1 || request.hasContent
    if var response = site.immediateResponse(to: request) {
      if response.isRepeatable, !isLast {
        response.prepareHead(date: site.date)
        parsed.response = response
      }
      return write(response, isLast: isLast, context)
    }
    isAnswering = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let (site, loop) = (site, context.eventLoop)
    task = Task {
      let response = await site.respond(to: request)
      loop.execute {
        let (connection, context) = bound.value
        connection.isAnswering = false
        connection.task = nil
        connection.write(response, isLast: isLast, context)
        connection.resume(context)
      }
    }
  }

  func write(_ response: ServerResponse, isLast: Bool, _ context: ChannelHandlerContext) {
    guard context.channel.isActive, !isOver else { return }
    let isLast =
      isLast || ((isStopping || hasEnded) && waiting.isEmpty && refused == nil)
      || response.head == nil && response.header("connection") == "close"
    unsent = nil
    idleSince = .now()
    if !isLast, let head = response.head {
      context.write(wrapOutboundOut(head), promise: nil)
    } else {
      var head = context.channel.allocator.buffer(capacity: 1_024)
      response.writeHead(to: &head, date: site.date, isLast: isLast)
      context.write(wrapOutboundOut(head), promise: nil)
    }
    if response.body.readableBytes > 0 { context.write(wrapOutboundOut(response.body), promise: nil) }
    context.flush()
    if isLast { end(context) }
  }

  /// Closes the connection once everything is sent. The client is given a second to read it: closing with unread requests would discard it.
  private func end(_ context: ChannelHandlerContext) {
    if isOver { return }
    isOver = true
    waiting = []
    context.close(mode: .output, promise: nil)
    if hasEnded, buffered(context) == 0 { return context.close(promise: nil) }
    // Reads, and drops, what is still sent, until the client closes the connection.
    context.read()
    after(1_000, context) { [self] context in
      if buffered(context) == 0 { context.close(promise: nil) }
    }
  }

  /// Ends the connection after its next answer, or soon.
  private func stop(_ context: ChannelHandlerContext) {
    isStopping = true
    after(limits.drainMilliseconds, context) { $0.close(promise: nil) }
    after(limits.graceMilliseconds, context) { [self] context in
      if !isAnswering, waiting.isEmpty { end(context) }
    }
  }

  // MARK: - Limits

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    nextCheck = after(Self.checkSeconds * 1_000, context) { [self] context in check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    let now = buffered(context)
    let isTooSlow = now > 0 && unsent.map { $0 - now < limits.leastBytesPerSecond * Int(Self.checkSeconds) } == true
    let isIdle = now == 0 && !isAnswering && NIODeadline.now() - idleSince >= .seconds(limits.requestSeconds)
    if isTooSlow || isIdle { return context.close(promise: nil) }
    unsent = now
    scheduleCheck(context)
  }

  /// The bytes of answers that the client has not accepted yet.
  private func buffered(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  @discardableResult
  private func after(
    _ milliseconds: Int64, _ context: ChannelHandlerContext, _ action: @escaping (ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let bound = NIOLoopBound((context, action), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { bound.value.1(bound.value.0) }
  }
}
