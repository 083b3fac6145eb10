import Basics
import CatalogExport
import Foundation
import HTTPTypes
import Hummingbird

/// Adds the header fields that protect every response.
struct SecurityHeaders: RouterMiddleware {
  typealias Context = SiteContext
  typealias Fields = [(name: String, value: String)]

  private let page: Fields
  /// The fields of a page that other sites may show in a frame.
  private let framedPage: Fields
  private let script: Fields
  private let data: Fields
  private let shared: Fields
  private let notModified: Fields

  init(_ settings: SiteSettings) {
    let common = [
      (name: "x-content-type-options", value: "nosniff"), ("referrer-policy", "no-referrer"), ("cross-origin-opener-policy", "same-origin"),
    ]
    // The data of the API is public: pages of other sites may read it, but nothing else.
    shared = [
      (name: "access-control-allow-origin", value: "*"),
      ("access-control-expose-headers", "Accept-Ranges, Allow, Catalog-Version, Content-Range, Date, ETag, Retry-After"),
      ("cross-origin-resource-policy", "cross-origin"),
    ]
    func policy(_ text: String) -> (name: String, value: String) { ("content-security-policy", text) }
    let tiles = settings.tiles.flatMap(Self.origin).map { " \($0)" } ?? ""
    // The export as a page has its style in itself.
    let style = SHA256.hash(Array(PageDocument.style.utf8)).withUnsafeBytes { Data($0).base64EncodedString() }
    // Pictures of places are on other servers, and are only requested when someone asks to see them.
    let parts = [
      "default-src 'none'", "script-src 'self'", "style-src 'self' 'sha256-\(style)'", "img-src 'self' data: https:\(tiles)",
      "connect-src 'self'",
      "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ]
    let pagePolicy = parts.joined(separator: "; ")
    page = common + [policy(pagePolicy), ("cross-origin-resource-policy", "same-origin")]
    let origins = settings.frameOrigins.joined(separator: " ")
    framedPage =
      origins.isEmpty
      ? page
      : common + [
        policy(pagePolicy.replacing("frame-ancestors 'none'", with: "frame-ancestors \(origins)")),
        ("cross-origin-resource-policy", "cross-origin"),
      ]
    // A service worker has the policy of its own file. It may request the addresses that it stores.
    script = common + [policy("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")]
    data = common + [policy("default-src 'none'; frame-ancestors 'none'; sandbox")]
    // Browsers replace the header fields of stored responses by those of a 304, which is made without the stored response.
    notModified = common
  }

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    var response = try await next(request, context)
    let path = request.uri.path
    let isEmbedded = context.target?.query.contains { $0.name == "embed" && $0.value == "1" } == true
    add(to: &response, isShared: Self.isShared(path), isEmbedded: isEmbedded)
    return response
  }

  /// Returns whether pages of other sites may read the responses of an address.
  static func isShared(_ path: String) -> Bool { path.hasPrefix("/api/") || path == "/openapi.json" || path == PageAssets.widgetPath }

  /// - Parameters:
  ///   - isShared: whether pages of other sites may read the response.
  ///   - isEmbedded: whether the request is for a page in a frame.
  func add(to response: inout Response, isShared: Bool, isEmbedded: Bool = false) {
    let own = response.status == .notModified ? notModified : fields(for: response.headers[.contentType] ?? "", isEmbedded)
    let fields = own + (isShared ? shared : [])
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
  }

  private func fields(for mediaType: String, _ isEmbedded: Bool) -> Fields {
    if mediaType.hasPrefix("text/html") { return isEmbedded ? framedPage : page }
    return mediaType.hasPrefix("text/javascript") ? script : data
  }

  /// Returns the scheme and host of an address.
  static func origin(_ address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let host = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.isEmpty ? nil : String(address[..<scheme.upperBound] + host)
  }
}
