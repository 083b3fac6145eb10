import Basics
import Fetching
import HTTPTypes
import Hummingbird
import OpeningHours

/// Answers conditional requests (RFC 9110, section 13), for responses with a strong entity tag.
struct ConditionalRequests: RouterMiddleware {
  typealias Context = SiteContext

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    let response = try await next(request, context)
    guard let tag = response.headers[.eTag] else { return response }
    let modified = response.headers[.lastModified].flatMap(HTTPDate.parse)
    if !Self.isExpected(request.headers, tag, modified) {
      throw Problem(status: 412, title: "Precondition failed", detail: "The content is no longer the one that the request is about.")
    }
    guard Self.isNotModified(request.headers, tag, modified) else { return response }
    var fields = HTTPFields()
    for name in [HTTPField.Name.eTag, .cacheControl, .vary, .lastModified] { fields[name] = response.headers[name] }
    if let name = SiteRouter.versionField { fields[name] = response.headers[name] }
    return Response(status: .notModified, headers: fields)
  }

  /// Returns whether the representation is the one that the client wants.
  ///
  /// `If-Match` is compared strongly and takes precedence over `If-Unmodified-Since`.
  static func isExpected(_ fields: HTTPFields, _ tag: String, _ modified: Instant?) -> Bool {
    if let condition = fields[.ifMatch] { return condition.trimmed == "*" || tags(condition, areStrong: true).contains(tag) }
    guard let since = fields[.ifUnmodifiedSince].flatMap(HTTPDate.parse) else { return true }
    return modified.map { $0.secondsSinceEpoch <= since.secondsSinceEpoch } ?? true
  }

  /// Returns whether the client has the representation already.
  ///
  /// `If-None-Match` is compared weakly and takes precedence over `If-Modified-Since`.
  static func isNotModified(_ fields: HTTPFields, _ tag: String, _ modified: Instant?) -> Bool {
    if let condition = fields[.ifNoneMatch] { return condition.trimmed == "*" || tags(condition).contains(tag) }
    guard let modified, let since = fields[.ifModifiedSince].flatMap(HTTPDate.parse) else { return false }
    return modified.secondsSinceEpoch <= since.secondsSinceEpoch
  }

  /// Returns the entity tags of a list, without `W/`. A tag may contain commas.
  ///
  /// - Parameter areStrong: whether to leave out weak ones.
  static func tags(_ list: String, areStrong: Bool = false) -> [String] {
    var tags: [String] = []
    var rest = list[...]
    while let quote = rest.firstIndex(of: "\"") {
      let after = rest[rest.index(after: quote)...]
      guard let end = after.firstIndex(of: "\"") else { break }
      if !areStrong || !rest[..<quote].hasSuffix("W/") { tags.append(String(rest[quote...end])) }
      rest = after[after.index(after: end)...]
    }
    return tags
  }
}
