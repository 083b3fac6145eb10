package import FeedKit

/// An error for a header that requires an environment variable that is not set.
public struct MissingSecret: Error, Sendable, Hashable, CustomStringConvertible {
  public let feed: String
  public let header: String
  public let variable: String

  public var description: String {
    "the header \(header) of \(feed) needs the environment variable \(variable), which is not set"
  }
}

extension Registry {
  /// Returns the registry with `${NAME}` in headers replaced by environment variables. The values are marked as secrets of the header, so
  /// that they are masked everywhere they would be shown or stored.
  ///
  /// - Parameters:
  ///   - feeds: the ids of the feeds whose headers are resolved; other feeds are not changed.
  ///   - value: returns the value of an environment variable; nil if it is not set.
  /// - Throws: `MissingSecret` for a variable that is not set or empty.
  public func resolvingSecrets(of feeds: Set<String>, _ value: (String) -> String?) throws(MissingSecret) -> Registry {
    var registry = self
    for (index, feed) in self.feeds.enumerated() where feeds.contains(feed.id.description) {
      registry.feeds[index] = try feed.resolvingSecrets(value)
    }
    return registry
  }
}

extension Feed {
  /// Returns the feed with `${NAME}` in its headers replaced by environment variables, which are marked as secrets.
  package func resolvingSecrets(_ value: (String) -> String?) throws(MissingSecret) -> Feed {
    guard headers.contains(where: { $0.value.contains(HeaderText.variable) }) else { return self }
    return with(headers: try headers.map { (header) throws(MissingSecret) in try Self.resolve(header, self, value) })
  }

  /// Returns a header with its variables replaced: `Bearer ${FEED_TOKEN}` becomes `Bearer abc`, and `abc` is the secret.
  private static func resolve(_ header: Feed.Header, _ feed: Feed, _ value: (String) -> String?) throws(MissingSecret) -> Feed.Header {
    var (text, secrets, end) = ("", [String](), header.value.startIndex)
    for match in header.value.matches(of: HeaderText.variable) {
      let name = String(match.1)
      guard let found = value(name), !found.isEmpty else {
        throw MissingSecret(feed: feed.id.description, header: header.name, variable: name)
      }
      text += header.value[end..<match.range.lowerBound] + found
      secrets.append(found)
      end = match.range.upperBound
    }
    return Feed.Header(header.name, text + header.value[end...], secrets: secrets)
  }
}
