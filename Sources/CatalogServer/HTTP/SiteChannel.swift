import Basics
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// The channel of one connection: Hummingbird's HTTP/1.1 with a guard against slow clients.
struct SiteChannel: ServerChildChannel {
  private let http: HTTP1Channel
  private let refusal: @Sendable (Int) -> Refusal
  var limits = ConnectionLimits()

  /// A connection that can be released before Hummingbird handles it, which happens to connections that arrive while the server stops: otherwise,
  /// NIO traps (https://github.com/apple/swift-nio/issues/2637).
  final class Value: ServerChildChannelValue {
    fileprivate let connection: HTTP1Channel.Value
    fileprivate let isHandled = Guarded(false)
    var channel: any Channel { connection.channel }

    init(_ connection: HTTP1Channel.Value) { self.connection = connection }

    deinit {
      if isHandled.withLock({ $0 }) { return }
      Task { [connection] in try? await connection.executeThenClose { _, _ in } }
    }
  }

  /// `TCP_NOTSENT_LOWAT` of Linux.
  private static let leastUnsent = NIOBSDSocket.Option(rawValue: 25)

  /// - Parameter refusal: returns the response to a request that cannot be parsed, by its status.
  init(_ responder: @escaping HTTPChannelHandler.Responder, refusal: @escaping @Sendable (Int) -> Refusal) {
    http = HTTP1Channel(responder: responder)
    self.refusal = refusal
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    http.setup(channel: channel, logger: logger).flatMap { connection in
      let value = Value(connection)
      do {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let guardian = ConnectionGuard(limits, refusal: refusal)
        try pipeline.addHandlers(ByteToMessageHandler(RequestDecoder(for: guardian)), guardian, position: .after(decoder))
        // The kernel should not hold more of a response than a slow client reads.
        try channel.syncOptions?.setOption(ChannelOptions.Types.SocketOption(level: .tcp, name: Self.leastUnsent), value: 16 << 10)
        return pipeline.removeHandler(decoder).map { value }
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }
  }

  func handle(value: Value, logger: Logger) async {
    value.isHandled.withLock { $0 = true }
    await http.handle(value: value.connection, logger: logger)
  }
}
