import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Limits how long a connection may take to send a request and to read an answer, and ends it when the server stops.
///
/// - A request must be complete `requestSeconds` after the connection began, or after the last answer. A byte now and then does not prolong that.
/// - An answer must be read at `leastBytesPerSecond` or faster, whatever its size.
/// - After an answer with `Connection: close`, nothing more is read. Every answer has it once the server stops.
final class ConnectionLimits: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The limits of a connection.
  struct Settings: Sendable {
    var requestSeconds: Int64 = 10
    var leastBytesPerSecond = 1_024
    /// How long connections may last after the server was told to stop.
    var drainMilliseconds: Int64 = 4_000
    /// How long an idle connection is kept when the server was told to stop: its next request may have been sent already.
    var graceMilliseconds: Int64 = 500
  }

  private let settings: Settings
  /// Makes the answer to a request that cannot be parsed, for a status.
  private let refusal: @Sendable (Int) -> ServerResponse
  private var nextCheck: Scheduled<Void>?
  /// The number of requests that have been read, but not answered.
  private var due = 0
  /// When the connection began, or the last answer ended.
  private var idleSince = NIODeadline.now()
  /// The bytes that were not sent at the last check; nil if more have been added since.
  private var unsent: Int?
  private var isStopping = false
  /// Whether the answer that is being written is the last one.
  private var isLast = false
  private var isOver = false
  /// The status for a request that could not be parsed.
  private var refused: Int?

  private static let interval: Int64 = 5

  init(_ settings: Settings, refusal: @escaping @Sendable (Int) -> ServerResponse) {
    (self.settings, self.refusal) = (settings, refusal)
  }

  func handlerAdded(context: ChannelHandlerContext) { scheduleCheck(context) }
  func handlerRemoved(context: ChannelHandlerContext) { nextCheck?.cancel() }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return }
    if case .head = unwrapInboundIn(data) { due += 1 }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError { refused = error == .headerOverflow ? 431 : 400 }
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
    isStopping = true
    schedule(context, milliseconds: settings.drainMilliseconds) { $0.close(promise: nil) }
    schedule(context, milliseconds: settings.graceMilliseconds) { [self] context in
      if due == 0 { end(context) }
    }
  }

  // MARK: - Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    unsent = nil
    switch unwrapOutboundIn(data) {
    case .head(var head):
      var body: ByteBuffer?
      if let status = refused, head.status.code == 400 {
        (head, body) = Self.parts(of: refusal(status))
      }
      if isStopping { head.headerFields[.connection] = "close" }
      isLast = head.headerFields[.connection] == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      if let body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
    case .body: context.write(data, promise: promise)
    case .end:
      due = max(0, due - 1)
      idleSince = .now()
      context.write(data, promise: promise)
      if isLast {
        context.flush()
        end(context)
      }
    }
  }

  private static func parts(of response: ServerResponse) -> (HTTPTypes.HTTPResponse, ByteBuffer) {
    var fields = HTTPFields(response)
    fields[.connection] = "close"
    fields[.contentLength] = "\(response.body.readableBytes)"
    return (HTTPTypes.HTTPResponse(status: .init(code: response.status), headerFields: fields), response.body)
  }

  /// Closes the connection once everything is sent. The client is given a second to read it: closing with unread requests would discard it.
  private func end(_ context: ChannelHandlerContext) {
    if isOver { return }
    isOver = true
    context.close(mode: .output, promise: nil)
    schedule(context, milliseconds: 1_000) { [self] context in
      if buffered(context) == 0 { context.close(promise: nil) }
    }
  }

  // MARK: - Checks

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    nextCheck = schedule(context, milliseconds: Self.interval * 1_000) { [self] context in check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    let now = buffered(context)
    let isTooSlow = now > 0 && unsent.map { $0 - now < settings.leastBytesPerSecond * Int(Self.interval) } == true
    let isIdle = now == 0 && due == 0 && NIODeadline.now() - idleSince >= .seconds(settings.requestSeconds)
    if isTooSlow || isIdle { return context.close(promise: nil) }
    unsent = now
    scheduleCheck(context)
  }

  /// The bytes of answers that the client has not accepted yet.
  private func buffered(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  @discardableResult
  private func schedule(
    _ context: ChannelHandlerContext, milliseconds: Int64, _ action: @escaping (ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let bound = NIOLoopBound((context, action), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { bound.value.1(bound.value.0) }
  }
}

extension HTTPFields {
  /// Creates the fields of a response.
  init(_ response: ServerResponse) {
    self.init()
    reserveCapacity(response.headers.count + 2)
    for (name, value) in response.headers {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }
}
