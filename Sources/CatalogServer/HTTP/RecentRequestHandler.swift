import NIOCore

/// Sees what a connection receives before it is parsed, and answers requests with the same bytes as one that was answered a moment ago.
final class RecentRequestHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let site: CatalogSite
  private let connection: SiteConnection
  /// Whether the next byte is the first one of a request.
  private var isBetweenRequests = true

  init(_ site: CatalogSite, _ connection: SiteConnection) { (self.site, self.connection) = (site, connection) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    let moment = site.moment
    if isBetweenRequests, connection.isReady(context), let response = site.recentResponse(to: bytes, at: moment) {
      return connection.write(response, isLast: false, context)
    }
    connection.parsed = SiteConnection.Parsed()
    context.fireChannelRead(data)
    let parsed = connection.parsed
    let isEnd = bytes.readableBytesView.suffix(4).elementsEqual("\r\n\r\n".utf8)
    // Several requests may have come together, or parts of one.
    if isBetweenRequests, isEnd, parsed.heads == 1, parsed.ends == 1, let response = parsed.response {
      site.recent.keep(response, to: bytes, at: moment)
    }
    isBetweenRequests = isEnd && parsed.heads > 0 && parsed.heads == parsed.ends
  }
}
