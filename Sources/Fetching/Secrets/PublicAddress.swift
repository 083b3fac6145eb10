/// Removes secrets from addresses before they are stored, logged or shown.
public enum PublicAddress {
  /// Returns an address without user and password, and with the values of query parameters masked whose names suggest secrets.
  /// For example, `https://user@example.edu/x?apikey=1&page=2` becomes `https://example.edu/x?apikey=***&page=2`.
  public static func withoutSecrets(_ url: String) -> String {
    // Nearly all addresses have neither.
    guard url.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }) else { return url }
    var url = url
    // Bytes, because a delimiter and a combining mark after it are one character.
    if let authority = authority(of: url), let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
      url.removeSubrange(authority.startIndex..<url.utf8.index(after: at))
    }
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
    let query = url.utf8[url.utf8.index(after: mark)...]
    let parameters = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return url[..<query.startIndex] + parameters.map { shown(Substring($0)) }.joined(separator: "&")
  }

  /// Returns the part of an address between "//" and the path: the host, with a user and a port if it has them.
  package static func authority(of url: String) -> Substring? {
    var rest = url.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...].dropFirst()
      guard rest.starts(with: "//".utf8) else { continue }
      let ends = "/?#".utf8
      return Substring(rest.dropFirst(2).prefix { !ends.contains($0) })
    }
    return nil
  }

  private static func shown(_ parameter: Substring) -> String {
    guard let equals = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(parameter) }
    let name = parameter[..<equals].lowercased()
    let isSecret = ["key", "token", "secret", "password", "passwd", "auth", "signature", "sig"].contains { name.contains($0) }
    return isSecret ? "\(parameter[..<equals])=***" : String(parameter)
  }
}
