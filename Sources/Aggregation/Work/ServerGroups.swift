import CampusCatalog
import FeedKit

/// The servers of feeds, in groups: two servers are in one group if a feed sends requests to both.
///
/// All feeds of a group are polled by one process, so that no server gets two requests at once.
struct ServerGroups {
  /// A server of the same group, toward the first one, which has itself.
  private var next: [String: String] = [:]

  init(_ feeds: [Feed]) {
    for feed in feeds {
      let servers = feed.servers
      for server in servers { join(server, servers[0]) }
    }
  }

  /// Returns the server of a feed's first request, and the name of its group. A feed without addresses is a group by itself.
  func names(of feed: Feed) -> (server: String, group: String) {
    guard let server = feed.firstAddress?.server else { return ("", "") }
    return (server, group(of: server))
  }

  /// Returns the name of a server's group: the server itself if no feed uses it.
  func group(of server: String) -> String {
    var first = server
    while let next = next[first], next != first { first = next }
    return first
  }

  private mutating func join(_ server: String, _ other: String) {
    let (one, two) = (group(of: server), group(of: other))
    next[max(one, two)] = min(one, two)
    // Shorten the path, so that long chains stay quick.
    next[server] = min(one, two)
  }
}

extension Feed {
  /// The servers of all addresses, sorted.
  fileprivate var servers: [String] { Set(addresses.values.joined().compactMap(\.server)).sorted() }
}

extension FeedAddress {
  /// The scheme, the host and the port: `https://host:443`; nil for an invalid address.
  fileprivate var server: String? {
    guard let address = WebAddress(url) else { return nil }
    let origin = address.origin.lowercased()
    let hasPort = origin.dropFirst("https://".count).wholeMatch(of: /(\[.*\]|[^:]*):[0-9]+/) != nil
    return hasPort ? origin : "\(origin):\(address.isSecure ? 443 : 80)"
  }
}
