/// Addresses as they may be shown.
public enum PublicAddress {
  /// Without user and password.
  public static func withoutSecrets(_ url: String) -> String {
    guard let slashes = url.firstRange(of: "://") else { return url }
    let rest = url[slashes.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return url }
    return String(url[..<slashes.upperBound] + rest[rest.index(after: at)...])
  }
}
