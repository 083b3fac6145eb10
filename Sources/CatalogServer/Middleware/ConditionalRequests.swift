import Basics
import Fetching
import HTTPTypes
import Hummingbird
import NIOCore
import OpeningHours

/// Answers conditional requests and requests for a range (RFC 9110, sections 13 and 14), for responses with a strong entity tag.
struct ConditionalRequests: RouterMiddleware {
  typealias Context = SiteContext

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    let response = try await next(request, context)
    guard response.status == .ok, let tag = response.headers[.eTag] else { return response }
    let modified = response.headers[.lastModified]
    if Self.isNotModified(request.headers, tag, modified) {
      var fields = HTTPFields()
      for name in [HTTPField.Name.eTag, .cacheControl, .vary, .lastModified] { fields[name] = response.headers[name] }
      return Response(status: .notModified, headers: fields)
    }
    guard request.method == .get, let range = request.headers[.range], Self.allowsRange(request.headers, tag, modified) else {
      return response
    }
    return try await part(of: response, range)
  }

  /// Returns whether the client has the representation already.
  ///
  /// `If-None-Match` is compared weakly and takes precedence over `If-Modified-Since`.
  static func isNotModified(_ fields: HTTPFields, _ tag: String, _ modified: String?) -> Bool {
    if let condition = fields[.ifNoneMatch] { return condition.trimmed == "*" || tags(condition).contains(tag) }
    guard let modified = modified.flatMap(HTTPDate.parse), let since = fields[.ifModifiedSince].flatMap(HTTPDate.parse) else {
      return false
    }
    return modified.secondsSinceEpoch <= since.secondsSinceEpoch
  }

  /// Returns whether a range may be sent: the condition `If-Range`, if there is one, must be the strong tag or the exact time.
  private static func allowsRange(_ fields: HTTPFields, _ tag: String, _ modified: String?) -> Bool {
    guard let condition = fields[.ifRange]?.trimmed else { return true }
    if condition.hasPrefix("\"") { return condition == tag }
    guard let modified = modified.flatMap(HTTPDate.parse), let since = HTTPDate.parse(condition) else { return false }
    return modified.secondsSinceEpoch == since.secondsSinceEpoch
  }

  /// Returns the entity tags of a list, without `W/`. A tag may contain commas.
  static func tags(_ list: String) -> [String] {
    var tags: [String] = []
    var rest = list[...]
    while let quote = rest.firstIndex(of: "\"") {
      let after = rest[rest.index(after: quote)...]
      guard let end = after.firstIndex(of: "\"") else { break }
      tags.append(String(rest[quote...end]))
      rest = after[after.index(after: end)...]
    }
    return tags
  }

  private func part(of response: Response, _ range: String) async throws -> Response {
    let content = try await response.body.collected()
    let count = content.readableBytes
    switch ByteRange(range, of: count) {
    case nil: return response
    case .unsatisfiable:
      var refusal = Problem(status: 416, title: "Range not satisfiable", detail: "The content has \(count) bytes.").response
      refusal.headers[.contentRange] = "bytes */\(count)"
      for name in [HTTPField.Name.eTag, .vary] { refusal.headers[name] = response.headers[name] }
      return refusal
    case .part(let part):
      var response = response
      response.status = .partialContent
      response.headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"
      let slice = content.getSlice(at: content.readerIndex + part.lowerBound, length: part.count)
      response.body = ResponseBody(byteBuffer: slice ?? ByteBuffer())
      return response
    }
  }
}

extension ResponseBody {
  /// Returns the whole content.
  func collected() async throws -> ByteBuffer {
    let collector = Collector()
    try await write(collector)
    return collector.content
  }

  /// A writer that keeps its output. Responses of the site are written in one piece, which is not copied.
  private final class Collector: ResponseBodyWriter {
    private(set) var content = ByteBuffer()

    func write(_ buffer: ByteBuffer) {
      if content.readableBytes == 0 { content = buffer } else { content.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
  }
}
