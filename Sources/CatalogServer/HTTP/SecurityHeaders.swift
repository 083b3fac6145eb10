/// The header fields that protect every response.
struct SecurityHeaders: Sendable {
  typealias Fields = [(name: String, value: String)]

  private let page: Fields
  private let script: Fields
  private let data: Fields
  private let shared: Fields
  private let notModified: Fields

  init(_ settings: SiteSettings) {
    let common = [
      (name: "x-content-type-options", value: "nosniff"), ("referrer-policy", "no-referrer"), ("cross-origin-opener-policy", "same-origin"),
    ]
    // The data of the API is public: pages of other sites may read it, but nothing else.
    shared = [(name: "access-control-allow-origin", value: "*"), ("access-control-expose-headers", "ETag, Content-Range, Retry-After")]
    func policy(_ text: String) -> (name: String, value: String) { ("content-security-policy", text) }
    let tiles = settings.tiles.flatMap(Self.origin).map { " \($0)" } ?? ""
    // Pictures of places are on other servers, and are only requested when someone asks to see them.
    let parts = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: https:\(tiles)", "connect-src 'self'",
      "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ]
    page = common + [policy(parts.joined(separator: "; ")), ("cross-origin-resource-policy", "same-origin")]
    // A service worker has the policy of its own file. It may request what it stores.
    script = common + [policy("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")]
    data = common + [policy("default-src 'none'; frame-ancestors 'none'; sandbox")]
    // Browsers replace the header fields of what they have stored by those of a 304, which does not know whether that is a page.
    notModified = common
  }

  /// - Parameter request: nil for a request that cannot be parsed.
  func fields(for response: ServerResponse, to request: ServerRequest?) -> Fields {
    if response.status == 304 { return notModified }
    let isShared = request.map { $0.target.utf8.starts(with: "/api/".utf8) || $0.isFor("/openapi.json") } == true
    return fields(for: response) + (isShared ? shared : [])
  }

  private func fields(for response: ServerResponse) -> Fields {
    guard let type = response.header("content-type")?.utf8, type.starts(with: "text/".utf8) else { return data }
    return type.starts(with: "text/html".utf8) ? page : type.starts(with: "text/javascript".utf8) ? script : data
  }

  /// Returns the scheme and host of an address.
  static func origin(_ address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let host = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.isEmpty ? nil : String(address[..<scheme.upperBound] + host)
  }
}
