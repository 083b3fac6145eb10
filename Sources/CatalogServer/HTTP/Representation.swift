import Basics
import CCodings
import Fetching
import HTTPTypes
import Hummingbird
import NIOCore
import OpeningHours

/// A document as it is sent, with a strong entity tag for each form. Its gzip form is made once, when it is first wanted.
final class Representation: Sendable {
  let mediaType: String
  let body: ByteBuffer
  let etag: String
  private let gzipTag: String
  private let gzip = Guarded<Gzip>(.notMade)

  private enum Gzip {
    case notMade
    /// A thread makes it. Until it is done, the document is sent as it is.
    case inProgress
    /// It would not be smaller.
    case useless
    case made(ByteBuffer)
  }

  init(_ bytes: some Collection<UInt8>, _ mediaType: String) {
    self.mediaType = mediaType
    body = ByteBuffer(bytes: bytes)
    let digest = body.withUnsafeReadableBytes { SHA256.hash($0) }.hexadecimal.prefix(32)
    (etag, gzipTag) = ("\"\(digest)\"", "\"\(digest)-gzip\"")
  }

  /// Makes the gzip form (RFC 1952) if it has not been made yet. Waits for no other thread.
  ///
  /// - Returns: nil if it would not be smaller, or if another thread is making it.
  @discardableResult
  func compress() -> ByteBuffer? {
    let isFirst = gzip.withLock { gzip in
      guard case .notMade = gzip else { return false }
      gzip = .inProgress
      return true
    }
    if isFirst {
      let isText = ["json", "xml", "javascript", "svg"].contains { mediaType.contains($0) } || mediaType.hasPrefix("text/")
      let packed = isText && body.readableBytes > 512 ? Self.compressed(Array(body.readableBytesView)) : nil
      let form = packed.flatMap { $0.count < body.readableBytes ? Gzip.made(ByteBuffer(bytes: $0)) : nil } ?? .useless
      gzip.withLock { $0 = form }
    }
    return gzip.withLock { gzip in
      guard case .made(let packed) = gzip else { return nil }
      return packed
    }
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 31: the largest window, with the header of gzip.
    guard deflateInit2_(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
    var bytes = bytes
    let isComplete = bytes.withUnsafeMutableBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard isComplete else { return nil }
    packed.removeSubrange(Int(stream.total_out)...)
    return packed
  }

  /// Whether making the gzip form takes long, and has not been done yet.
  var isSlowToCompress: Bool {
    gzip.withLock { gzip in
      if case .notMade = gzip { body.readableBytes > 1 << 18 } else { false }
    }
  }

  /// Returns the document, or a part of it, in the form that a request asks for. Parts are of the plain form, which clients can use without
  /// the rest.
  ///
  /// - Parameters:
  ///   - modified: when the content last changed; nil if unknown.
  ///   - cacheControl: how long the response stays right.
  func response(to request: Request, modified: Instant?, cacheControl: String) -> Response {
    let range = request.method == .get ? request.headers[.range].flatMap { ByteRange($0, of: body.readableBytes) } : nil
    let part = range.flatMap { allowsRange(request.headers[.ifRange], modified) ? $0 : nil }
    let acceptsGzip = part == nil && Self.acceptsGzip(request.headers[.acceptEncoding])
    let packed = acceptsGzip && !isSlowToCompress ? compress() : nil
    var headers: HTTPFields = [
      .eTag: packed == nil ? etag : gzipTag, .cacheControl: cacheControl, .vary: "Accept, Accept-Encoding", .contentType: mediaType,
      .acceptRanges: "bytes",
    ]
    if let modified { headers[.lastModified] = HTTPDate.text(modified) }
    if packed != nil { headers[.contentEncoding] = "gzip" }
    switch part {
    case nil: return Response(status: .ok, headers: headers, body: responseBody(packed ?? body))
    case .part(let bytes):
      headers[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(body.readableBytes)"
      let slice = body.getSlice(at: body.readerIndex + bytes.lowerBound, length: bytes.count) ?? ByteBuffer()
      return Response(status: .partialContent, headers: headers, body: responseBody(slice))
    case .unsatisfiable:
      let count = body.readableBytes
      var refusal = Problem(status: 416, title: "Range not satisfiable", detail: "The content has \(count) bytes.").response
      refusal.headers[.contentRange] = "bytes */\(count)"
      for name in [HTTPField.Name.eTag, .vary, .lastModified] { refusal.headers[name] = headers[name] }
      return refusal
    }
  }

  /// Returns whether a part may be sent: the condition `If-Range`, if there is one, must be the strong tag or the exact time.
  private func allowsRange(_ condition: String?, _ modified: Instant?) -> Bool {
    guard let condition = condition?.trimmed else { return true }
    if condition.hasPrefix("\"") { return condition == etag }
    guard let modified, let since = HTTPDate.parse(condition) else { return false }
    return modified.secondsSinceEpoch == since.secondsSinceEpoch
  }

  private static let pieceSize = 64 << 10

  /// Returns content of this document as a body. A long one is written as fast as the client reads it, and the document is in memory until then.
  private func responseBody(_ content: ByteBuffer) -> ResponseBody {
    if content.readableBytes <= Self.pieceSize { return ResponseBody(byteBuffer: content) }
    return ResponseBody(contentLength: content.readableBytes) { writer in
      defer { withExtendedLifetime(self) {} }
      var rest = content
      while let piece = rest.readSlice(length: min(Self.pieceSize, rest.readableBytes)), piece.readableBytes > 0 {
        try await writer.write(piece)
      }
      try await writer.finish(nil)
    }
  }

  /// The bytes of all forms.
  var bytes: Int {
    gzip.withLock { gzip in
      if case .made(let packed) = gzip { body.readableBytes + packed.readableBytes } else { body.readableBytes }
    }
  }

  /// Returns whether a client accepts gzip (RFC 9110, section 12.5.3).
  static func acceptsGzip(_ field: String?) -> Bool {
    guard let field else { return false }
    if field == "gzip" { return true }
    var accepted: Bool?
    for (name, weight) in weights(field) where ["gzip", "x-gzip"].contains(name) || name == "*" && accepted == nil { accepted = weight > 0 }
    return accepted ?? false
  }

  /// Returns the items of a field such as `Accept`, in lower case, with their weights (RFC 9110, section 12.4.2).
  static func weights(_ field: String) -> [(name: String, weight: Double)] {
    field.split(separator: ",").compactMap { item in
      let parts = item.split(separator: ";").map { $0.trimmed.lowercased() }
      return parts.first.map { ($0, parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1) }
    }
  }
}

/// A range of bytes that a client wants (RFC 9110, section 14.1.2).
enum ByteRange: Sendable, Hashable {
  case part(Range<Int>)
  /// No byte of the content is in the range.
  case unsatisfiable

  /// Parses `bytes=0-99`, `bytes=100-` or `bytes=-50`; nil for anything else, such as several ranges, which is ignored.
  init?(_ text: String, of count: Int) {
    guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { String($0).trimmed }
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && $0.utf8.count <= 18 }) else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last) where last == nil && ends[1].isEmpty || last.map({ $0 >= first }) == true:
      self = first < count ? .part(first..<min(count, (last ?? count - 1) + 1)) : .unsatisfiable
    case (nil, let length?) where ends[0].isEmpty: self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
    default: return nil
    }
  }
}
