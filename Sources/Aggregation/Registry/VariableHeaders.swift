public import CampusCatalog
public import FeedKit

/// The headers of a feed that have variables of the environment, as one registry file sets them.
public struct VariableHeaders: Sendable, Hashable {
  public let feed: FeedID
  /// The headers, with `${NAME}` in their values, sorted by name.
  public let headers: [Feed.Header]
  /// The origins of the servers that get them, sorted.
  public let servers: [String]
}

extension Registry {
  /// Returns the headers with variables that a registry file sets for feeds, sorted by feed.
  ///
  /// - Parameter file: the name of the file, as for `adding`.
  public func variableHeaders(of file: String) -> [VariableHeaders] {
    feeds.compactMap { feed in
      guard let limit = protections[feed.id]?.header, limit.file == file else { return nil }
      let headers = feed.headers.filter { $0.value.contains(HeaderText.variable) }
      return headers.isEmpty ? nil : VariableHeaders(feed: feed.id, headers: headers, servers: limit.servers.sorted())
    }
  }
}
