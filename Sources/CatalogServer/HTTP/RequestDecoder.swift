import NIOCore
import NIOHTTP1

/// Parses requests with NIO's decoder, and replaces it after a request at which it stops.
///
/// NIO's decoder leaves everything after `Upgrade` to another protocol. This server has no other protocol and ignores the field, as
/// RFC 9110, section 7.8, allows.
struct RequestDecoder: ByteToMessageDecoder {
  typealias InboundOut = HTTPServerRequestPart

  private let guardian: ConnectionGuard
  private var decoder: HTTPRequestDecoder

  /// - Parameter guardian: the next handler, which has the parsed requests.
  init(for guardian: ConnectionGuard) {
    self.guardian = guardian
    decoder = Self.makeDecoder()
  }

  private static func makeDecoder() -> HTTPRequestDecoder {
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (16 << 10, 64 << 10, 200)
    return HTTPRequestDecoder(limitConfiguration: limits)
  }

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    let state = try decoder.decode(context: context, buffer: &buffer)
    guard guardian.isAtUpgrade else { return state }
    guardian.isAtUpgrade = false
    decoder.decoderRemoved(context: context)
    decoder = Self.makeDecoder()
    decoder.decoderAdded(context: context)
    return buffer.readableBytes > 0 ? .continue : .needMoreData
  }

  mutating func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
    while buffer.readableBytes > 0, case .continue = try decode(context: context, buffer: &buffer) {}
    return try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
  }

  mutating func decoderAdded(context: ChannelHandlerContext) { decoder.decoderAdded(context: context) }

  mutating func decoderRemoved(context: ChannelHandlerContext) { decoder.decoderRemoved(context: context) }
}
