import CampusCatalog
import FeedKit

/// The servers of feeds, in groups: two servers are in one group if a feed sends requests to both.
///
/// All feeds of a group are polled by one process, so that no server gets two requests at once.
struct ServerGroups {
  private let groups: Groups<String>

  init(_ feeds: [Feed]) { groups = Groups(feeds.map(\.servers)) }

  /// Returns the server of a feed's first request, and the name of its group. A feed without addresses is a group by itself.
  func names(of feed: Feed) -> (server: String, group: String) {
    guard let server = feed.firstAddress?.server else { return ("", "") }
    return (server, group(of: server))
  }

  /// Returns the name of a server's group: the server itself if no feed uses it.
  func group(of server: String) -> String { groups.first(of: server) ?? server }
}

extension Feed {
  /// The servers of all addresses and further hosts, sorted.
  fileprivate var servers: [String] {
    let further = hosts.flatMap { host in ["http", "https"].map { FeedAddress("\($0)://\(host)/") } }
    return Set((addresses.values.joined() + further).compactMap(\.server)).sorted()
  }
}

extension FeedAddress {
  // A literal in a function would be compiled at each use. Matching does not change it.
  nonisolated(unsafe) private static let port = /(\[.*\]|[^:]*):[0-9]+/

  /// The scheme, the host and the port: `https://host:443`; nil for an invalid address.
  fileprivate var server: String? {
    guard let address = WebAddress(url) else { return nil }
    let origin = address.origin.lowercased()
    let hasPort = origin.dropFirst("https://".count).wholeMatch(of: Self.port) != nil
    return hasPort ? origin : "\(origin):\(address.isSecure ? 443 : 80)"
  }
}
