import CampusCatalog

extension Feed {
  /// Returns whether an address is on a permitted server: one of this feed's addresses, with the same scheme, host and port, or one
  /// of its `hosts`. Other servers are not permitted, because the registry file names only these.
  public func hasServer(of url: String) -> Bool {
    if hasOwnServer(of: url) { return true }
    guard let address = WebAddress(url), let host = address.host else { return false }
    return (address.isSecure || !isSecure) && hosts.contains(host)
  }

  /// Whether all addresses of the feed are encrypted. Then it never goes on without encryption.
  package var isSecure: Bool { addresses.values.joined().allSatisfy { WebAddress($0.url)?.isSecure != false } }

  /// Returns whether an address is on a server of this feed's addresses. Only these get the feed's headers, which may be secret.
  package func hasOwnServer(of url: String) -> Bool {
    guard let origin = Self.origin(of: url) else { return false }
    return addresses.values.contains { $0.contains { Self.origin(of: $0.url) == origin } }
  }

  /// Do not use `WebAddress`, which limits the length: a link to another page may be longer.
  private static func origin(of url: String) -> String? {
    guard let authority = url.firstRange(of: "://")?.upperBound else { return nil }
    return url[..<(url[authority...].firstIndex { "/?#".contains($0) } ?? url.endIndex)].lowercased()
  }
}
