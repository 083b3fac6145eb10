import CampusCatalog

extension Feed {
  /// The maximum number of catalogs through which a report may have come; a longer way is probably a loop.
  private static let longestWay = 16

  /// Returns whether the way of a report (`FeedReport.via`) leads through the catalog that is being made, twice through another one, or through
  /// too many.
  package func isLoop(_ way: [String]) -> Bool {
    let places = way.map(Self.place)
    if let own = publicURL.map({ Self.place($0.description) }), places.contains(where: { $0 == own || $0.hasPrefix("\(own)/") }) {
      return true
    }
    return places.count > Self.longestWay || Set(places).count < places.count
  }

  /// Returns an address for comparison: host, port and path, without a scheme, a default port, a query and a slash at the end.
  private static func place(_ url: String) -> String {
    var rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    while rest.hasSuffix("/") { rest.removeLast() }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var host = rest[..<slash].lowercased()
    for port in [":443", ":80"] where host.hasSuffix(port) { host.removeLast(port.count) }
    return host + rest[slash...]
  }
}
