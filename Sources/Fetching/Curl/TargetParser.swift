import CCurl
import CampusCatalog
import OpeningHours

/// Parses URLs with libcurl's own parser, so that the URL that is checked is the URL that is requested.
enum TargetParser {
  /// The maximum length of a URL in bytes, as given and as normalized.
  private static let maximumBytes = 8 << 10

  /// Parses a URL. For example, `HTTP://Example.EDU/a/../c?d=é#f` has the normalized form `http://example.edu/c?d=%c3%a9` and the port 80.
  ///
  /// - Parameter base: the base of relative URLs; nil if the URL must be absolute.
  /// - Throws: `policy.scheme` for a scheme other than http and https, otherwise `http.redirect_invalid`.
  static func target(_ text: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    let url = decoded(text)
    try check(url, isAbsolute: base == nil)
    if let base, url.hasPrefix("#") { return base }
    guard let parts = curl_url() else { throw invalid("out of memory") }
    defer { curl_url_cleanup(parts) }
    if let base { try set(parts, CURLUPART_URL, base.url) }
    try set(parts, CURLUPART_URL, url)
    guard get(parts, CURLUPART_USER) == nil, get(parts, CURLUPART_PASSWORD) == nil else { throw invalid("a user name in an address") }
    guard let scheme = get(parts, CURLUPART_SCHEME)?.lowercased(), scheme == "http" || scheme == "https" else {
      throw TransportFailure(.policyScheme, "neither http nor https")
    }
    guard let given = get(parts, CURLUPART_HOST) else { throw invalid("an address without a host") }
    var host = given.lowercased()
    try checkHost(host)
    let zone = get(parts, CURLUPART_ZONEID)
    if host != given {
      // Not percent-encoded, because libcurl would encode the brackets and colons of an IPv6 address.
      try set(parts, CURLUPART_HOST, host, flags: 0)
      if let zone { try set(parts, CURLUPART_ZONEID, zone, flags: 0) }
    }
    if let zone { host = try addingZone(zone, to: host) }
    curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0)
    guard let port = get(parts, CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) }),
      let normalized = get(parts, CURLUPART_URL, CURLU_NO_DEFAULT_PORT), normalized.utf8.count <= maximumBytes
    else { throw invalid("a malformed address") }
    return HTTPTarget(url: normalized, scheme: scheme, host: host, port: port)
  }

  /// Decodes a URL from a header, which has one character per byte, as UTF-8 if that is valid.
  private static func decoded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    guard let bytes = text.latin1, let decoded = String(validating: bytes, as: UTF8.self) else { return text }
    return decoded
  }

  /// Rejects URLs that libcurl would accept but should not.
  private static func check(_ url: String, isAbsolute: Bool) throws(TransportFailure) {
    guard !url.isEmpty else { throw invalid("an empty address") }
    guard url.utf8.count <= maximumBytes else { throw invalid("an address of more than \(maximumBytes) bytes") }
    guard url.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != 0x5c }) else {
      throw invalid("a control character or a backslash in an address")
    }
    guard url.utf8.first != 0x20 else { throw invalid("a space before an address") }
    var rest = url[...]
    if let colon = url.utf8.firstIndex(where: { $0 == 0x3a || $0 == 0x2f || $0 == 0x3f || $0 == 0x23 }), url.utf8[colon] == 0x3a {
      let scheme = url[..<colon].lowercased()
      guard let first = scheme.utf8.first, first.isASCIILetter,
        scheme.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2b || $0 == 0x2d || $0 == 0x2e })
      else { throw invalid("a malformed scheme") }
      guard scheme == "http" || scheme == "https" else { throw TransportFailure(.policyScheme, "neither http nor https") }
      rest = url[url.index(after: colon)...]
      guard rest.hasPrefix("//") else { throw invalid("an address without a host") }
    } else if isAbsolute {
      throw invalid("an address without a scheme")
    }
    guard rest.hasPrefix("//") else { return }
    let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.isEmpty, !authority.utf8.contains(0x40) else { throw invalid("no host, or a user name, in an address") }
    guard !authority.utf8.contains(0x20) else { throw invalid("a space in a host name") }
  }

  /// Rejects invalid host names, including non-ASCII ones, which libcurl would convert depending on the locale.
  private static func checkHost(_ host: String) throws(TransportFailure) {
    let isLiteral = host.hasPrefix("[")
    let inner = isLiteral ? host.dropFirst().dropLast() : host[...]
    guard !inner.isEmpty, !inner.hasPrefix("."), !zip(inner.utf8, inner.utf8.dropFirst()).contains(where: { $0 == 0x2e && $1 == 0x2e }),
      inner.utf8.allSatisfy({
        $0.isASCIIDigit || $0.isASCIILetter || $0 == 0x2e || (isLiteral ? $0 == 0x3a : $0 == 0x2d || $0 == 0x5f)
      })
    else { throw invalid("a malformed host name") }
  }

  /// Returns an IPv6 address with its zone, such as "[fe80::1%25eth0]". Different zones are different hosts.
  private static func addingZone(_ zone: String, to host: String) throws(TransportFailure) -> String {
    guard host.hasSuffix("]"), zone.utf8.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter || $0 == 0x2d || $0 == 0x2e || $0 == 0x5f })
    else { throw invalid("a malformed zone of an address") }
    return "\(host.dropLast())%25\(zone)]"
  }

  private static func set(
    _ parts: OpaquePointer, _ part: CURLUPart, _ value: String, flags: Int32 = CURLU_URLENCODE
  ) throws(TransportFailure) {
    switch curl_url_set(parts, part, value, UInt32(flags)) {
    case CURLUE_OK: return
    case CURLUE_UNSUPPORTED_SCHEME: throw TransportFailure(.policyScheme, "neither http nor https")
    default: throw invalid("a malformed address")
    }
  }

  private static func get(_ parts: OpaquePointer, _ part: CURLUPart, _ flags: Int32 = 0) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, part, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(cString: value)
  }

  private static func invalid(_ detail: String) -> TransportFailure { TransportFailure(.httpRedirectInvalid, detail) }
}
