public import CampusCatalog
import FeedKit
import FeedMapping

/// A page of a web site: its text, and the addresses in it.
public struct SitePage: Sendable {
  /// The address of the page, after redirects.
  public let address: WebAddress
  let text: String
  /// The absolute addresses in attributes and scripts, in the order of the page, without fragments and duplicates.
  public let links: [String]

  /// The names of the programs that made the page (`meta generator`), in lower case.
  let generators: [String]

  /// The maximum number of links that are examined.
  private static let mostLinks = 5_000
  /// The maximum length of a link in bytes.
  private static let longestLink = 2_048
  /// The part of a tag that is read, in bytes.
  private static let longestTag = 500

  public init(_ body: [UInt8], at address: WebAddress) {
    self.address = address
    // In scripts, slashes are escaped.
    text = String(decoding: body, as: UTF8.self).replacing("\\/", with: "/")
    generators = Self.generators(in: text)
    links = Self.links(in: text, at: Self.base(in: text).flatMap { WebAddress($0) ?? address.resolving($0) } ?? address)
  }

  /// The title, in one line; nil if there is none.
  public var title: String? {
    guard let start = text.firstRange(of: "<title"), let open = text[start.upperBound...].firstIndex(of: ">") else { return nil }
    let rest = text[text.index(after: open)...].prefix(500)
    return rest.firstRange(of: "</").flatMap { PlainText.line(Self.decoded(String(rest[..<$0.lowerBound]))) }
  }

  /// Returns the address that a page states for its relative links; nil if it states none at its beginning.
  private static func base(in text: String) -> String? {
    let head = text.prefix(20_000)
    guard let start = head.firstRange(of: "<base "), let end = head[start.upperBound...].firstIndex(of: ">"),
      let name = head[start.upperBound..<end].firstRange(of: "href=")
    else { return nil }
    let value = head[name.upperBound..<end].split(omittingEmptySubsequences: true) { "\"' ".contains($0) }.first
    return value.map { decoded(String($0)) }
  }

  private static func generators(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "<")).lazy.map { String(decoding: $0.prefix(longestTag), as: UTF8.self).lowercased() }
      .filter { $0.hasPrefix("meta") && $0.contains(/\sname\s*=\s*["']?generator\b/) }.prefix(10)
      .compactMap { tag in tag.firstMatch(of: /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/).flatMap { $0.1 ?? $0.2 }.map(String.init) }
  }

  /// Returns everything that looks like an address: the values of attributes, and texts in scripts. Relative ones that do not begin at the
  /// root are only links as the value of `href`.
  private static func links(in text: String, at base: WebAddress) -> [String] {
    var links: [String] = []
    var known: Set<String> = []
    let href = Array("href=".utf8)
    var isValue = false
    for part in text.utf8.split(whereSeparator: { isDelimiter($0) }) {
      let value = part.starts(with: href) ? part.dropFirst(href.count) : part
      let isLink = isValue || value.count < part.count
      isValue = part.elementsEqual(href)
      guard links.count < mostLinks, !value.isEmpty, value.count <= longestLink else { continue }
      let text = decoded(String(Substring(value)))
      guard let link = absolute(text, at: base) ?? (isLink ? relative(text, to: base) : nil) else { continue }
      if known.insert(link).inserted { links.append(link) }
    }
    return links
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`")].contains(byte)
  }

  private static func absolute(_ text: String, at address: WebAddress) -> String? {
    let text = text.prefix { $0 != "#" }
    if ["https://", "http://", "webcal://", "webcals://"].contains(where: text.lowercased().hasPrefix) { return normal(String(text)) }
    if text.hasPrefix("//") { return normal((address.isSecure ? "https:" : "http:") + String(text)) }
    return text.hasPrefix("/") && text.utf8.count > 1 ? "\(address.origin)\(withoutDots(text))" : nil
  }

  /// Returns what a link such as "hours.html" or "../events/" means on a page.
  private static func relative(_ text: String, to base: WebAddress) -> String? {
    let text = text.prefix { $0 != "#" }
    guard !text.isEmpty, let address = base.resolving(String(text)) else { return nil }
    return "\(address.origin)\(withoutDots(address.description[address.origin.endIndex...]))"
  }

  /// Returns an address with its scheme and host in lower case, so that it has one spelling.
  private static func normal(_ text: String) -> String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return text }
    let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    return text[..<end].lowercased() + text[end...]
  }

  /// Returns a path without "." and ".." (RFC 3986, section 5.2.4), and its query.
  private static func withoutDots(_ text: Substring) -> String {
    let path = text.prefix { $0 != "?" }
    guard path.contains("/.") else { return String(text) }
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == ".." { if segments.count > 1 { segments.removeLast() } } else if part != "." { segments.append(part) }
      // A folder remains one.
      if isLast, part == "." || part == ".." { segments.append("") }
    }
    return segments.joined(separator: "/") + text[path.endIndex...]
  }

  private static func decoded(_ text: String) -> String { text.contains("&") ? text.replacing("&amp;", with: "&") : text }
}
