import CampusCatalog

extension Feed {
  /// Returns whether an address is on a server of this feed's addresses: one with the same scheme, host and port. No other server may be
  /// asked, because the feed's headers may contain secrets and its owner chose only these servers.
  public func hasServer(of url: String) -> Bool {
    guard let origin = Self.origin(of: url) else { return false }
    return addresses.values.contains { $0.contains { Self.origin(of: $0.url) == origin } }
  }

  /// Not by `WebAddress`, which limits the length of addresses: a link to a further page may be longer.
  private static func origin(of url: String) -> String? {
    guard let authority = url.firstRange(of: "://")?.upperBound else { return nil }
    return url[..<(url[authority...].firstIndex { "/?#".contains($0) } ?? url.endIndex)].lowercased()
  }
}
