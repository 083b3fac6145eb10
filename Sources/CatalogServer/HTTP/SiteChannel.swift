import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Sets up the connections of a site in Hummingbird's server: each answers its requests on its event loop.
///
/// Hummingbird's own channel traps if a connection arrives at the moment when the server stops, and does not see whether a client still reads. See
/// decision 84.
struct SiteChannel: ServerChildChannel {
  let site: CatalogSite
  let limits: ConnectionLimits

  struct Value: ServerChildChannelValue {
    let channel: any Channel
  }

  private static let decoderLimits: NIOHTTPDecoderLimitConfiguration = {
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (16 << 10, 64 << 10, 200)
    return limits
  }()

  /// `TCP_NOTSENT_LOWAT` of Linux.
  private static let leastUnsent = NIOBSDSocket.Option(rawValue: 25)

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      try Self.addHandlers(to: channel, site, limits)
      // Answers are shared until they are copied to the kernel, which should not hold more of them than a slow client reads.
      try channel.syncOptions?.setOption(ChannelOptions.Types.SocketOption(level: .tcp, name: Self.leastUnsent), value: 16 << 10)
      return Value(channel: channel)
    }
  }

  static func addHandlers(to channel: any Channel, _ site: CatalogSite, _ limits: ConnectionLimits) throws {
    let decoder = HTTPRequestDecoder(
      leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop, limitConfiguration: decoderLimits)
    let connection = SiteConnection(site, limits)
    try channel.pipeline.syncOperations.addHandlers([RecentRequestHandler(site, connection), ByteToMessageHandler(decoder), connection])
  }

  func handle(value: Value, logger: Logger) async { try? await value.channel.closeFuture.get() }
}

/// How long a connection may take.
struct ConnectionLimits: Sendable {
  /// The seconds in which a request must be complete, after the connection began or after the last answer. A byte now and then does not prolong
  /// them.
  var requestSeconds: Int64 = 10
  /// The least speed at which an answer must be read.
  var leastBytesPerSecond = 1_024
  /// How long connections may last after the server was told to stop.
  var drainMilliseconds: Int64 = 4_000
  /// How long an idle connection is kept after the server was told to stop: its next request may have been sent already.
  var graceMilliseconds: Int64 = 500
}
