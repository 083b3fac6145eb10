import Basics
import HTTPTypes
import Hummingbird

/// Answers OPTIONS requests (RFC 9110, section 9.3.7), with which browsers ask whether the script of another site may send a request: before
/// requests with fields such as `If-None-Match`.
struct OptionsRequests: RouterMiddleware {
  typealias Context = SiteContext

  /// The methods that all addresses answer.
  static let methods = "GET, HEAD, OPTIONS"
  /// The fields that scripts of other sites may set.
  private static let fields =
    "Accept, Accept-Language, Cache-Control, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range"

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    guard request.method == .options else { return try await next(request, context) }
    var headers: HTTPFields = [.allow: Self.methods]
    if request.headers[.accessControlRequestMethod] != nil, SecurityHeaders.isShared(request.uri.path) {
      headers[.accessControlAllowMethods] = "GET, HEAD"
      headers[.accessControlAllowHeaders] = Self.fields
      headers[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headers: headers)
  }
}
