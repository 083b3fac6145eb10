/// Removes secrets from addresses before they are stored, logged or shown.
public enum PublicAddress {
  /// Returns an address without user and password, and with the values of query parameters masked whose names suggest secrets.
  /// For example, `https://user@example.edu/x?apikey=1&page=2` becomes `https://example.edu/x?apikey=***&page=2`.
  public static func withoutSecrets(_ url: String) -> String {
    // Nearly all addresses have neither.
    guard url.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }) else { return url }
    var url = url
    if let slashes = url.firstRange(of: "://") {
      let rest = url[slashes.upperBound...]
      let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      if let at = authority.lastIndex(of: "@") { url = String(url[..<slashes.upperBound] + rest[rest.index(after: at)...]) }
    }
    guard let mark = url.firstIndex(of: "?") else { return url }
    let parameters = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    return url[...mark] + parameters.map(shown).joined(separator: "&")
  }

  private static func shown(_ parameter: Substring) -> String {
    guard let equals = parameter.firstIndex(of: "=") else { return String(parameter) }
    let name = parameter[..<equals].lowercased()
    let isSecret = ["key", "token", "secret", "password", "passwd", "auth", "signature", "sig"].contains { name.contains($0) }
    return isSecret ? parameter[...equals] + "***" : String(parameter)
  }
}
