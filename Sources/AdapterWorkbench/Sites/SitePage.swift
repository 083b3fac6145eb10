public import CampusCatalog
import FeedKit

/// A page of a web site: its text, and the addresses in it.
public struct SitePage: Sendable {
  /// The address of the page, after redirects.
  public let address: WebAddress
  let text: String
  /// The absolute addresses in attributes and scripts, in the order of the page, without fragments and duplicates.
  public let links: [String]

  /// The maximum number of links that are examined.
  private static let mostLinks = 5_000
  /// The maximum length of a link in bytes.
  private static let longestLink = 2_048

  public init(_ body: [UInt8], at address: WebAddress) {
    self.address = address
    // In scripts, slashes are escaped.
    text = String(decoding: body, as: UTF8.self).replacing("\\/", with: "/")
    links = Self.links(in: text, at: address)
  }

  /// The title, in one line; nil if there is none.
  public var title: String? {
    guard let start = text.firstRange(of: "<title"), let open = text[start.upperBound...].firstIndex(of: ">") else { return nil }
    let rest = text[text.index(after: open)...].prefix(500)
    return rest.firstRange(of: "</").flatMap { PlainText.line(Self.decoded(String(rest[..<$0.lowerBound]))) }
  }

  /// Returns everything that is quoted and looks like an address: the values of attributes, and texts in scripts.
  private static func links(in text: String, at address: WebAddress) -> [String] {
    var links: [String] = []
    var known: Set<String> = []
    for part in text.utf8.split(whereSeparator: { isDelimiter($0) }) where part.count > 3 && part.count <= longestLink {
      guard links.count < mostLinks, let link = absolute(decoded(String(Substring(part))), at: address) else { continue }
      if known.insert(link).inserted { links.append(link) }
    }
    return links
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`")].contains(byte)
  }

  private static func absolute(_ text: String, at address: WebAddress) -> String? {
    let text = text.prefix { $0 != "#" }
    if ["https://", "http://", "webcal://", "webcals://"].contains(where: text.lowercased().hasPrefix) { return String(text) }
    if text.hasPrefix("//") { return (address.isSecure ? "https:" : "http:") + String(text) }
    return text.hasPrefix("/") && text.count > 1 ? "\(address.origin)\(text)" : nil
  }

  private static func decoded(_ text: String) -> String { text.contains("&") ? text.replacing("&amp;", with: "&") : text }
}
