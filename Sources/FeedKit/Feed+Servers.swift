import CampusCatalog

extension Feed {
  /// Returns whether an address is on a server of this feed's addresses: one with the same scheme, host and port. No other server may be
  /// asked, because the feed's headers may contain secrets and its owner chose only these servers.
  public func hasServer(of url: String) -> Bool {
    func server(_ url: String) -> String? { WebAddress(url)?.origin.lowercased() }
    guard let asked = server(url) else { return false }
    return addresses.values.contains { $0.contains { server($0.url) == asked } }
  }
}
