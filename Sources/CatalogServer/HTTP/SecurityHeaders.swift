/// The header fields that protect every response.
enum SecurityHeaders {
  static func all(for response: ServerResponse, _ settings: SiteSettings) -> [(name: String, value: String)] {
    var headers = [
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"), ("cross-origin-opener-policy", "same-origin"),
    ]
    // Browsers replace the header fields of what they have stored by those of a 304, which does not know whether that is a page.
    if response.status == 304 { return headers }
    headers.append(("content-security-policy", policy(for: response, settings)))
    // The data is public: pages of other sites may read it, but not the page.
    let isPage = response.header("content-type")?.hasPrefix("text/html") == true
    headers.append(isPage ? ("cross-origin-resource-policy", "same-origin") : ("access-control-allow-origin", "*"))
    return headers
  }

  private static func policy(for response: ServerResponse, _ settings: SiteSettings) -> String {
    let type = response.header("content-type") ?? ""
    // A service worker has the policy of its own file. It may request what it stores.
    if type.hasPrefix("text/javascript") { return "default-src 'none'; connect-src 'self'; frame-ancestors 'none'" }
    guard type.hasPrefix("text/html") else {
      return "default-src 'none'; frame-ancestors 'none'; sandbox"
    }
    // Pictures of places are on other servers, and are only requested when someone asks to see them.
    let tiles = settings.tiles.flatMap(origin).map { " \($0)" } ?? ""
    return
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:\(tiles); connect-src 'self'; manifest-src 'self'; "
      + "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  /// Returns the scheme and host of an address.
  static func origin(_ address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let host = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.isEmpty ? nil : String(address[..<scheme.upperBound] + host)
  }
}
