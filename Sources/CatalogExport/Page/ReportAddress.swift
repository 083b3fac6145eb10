import CampusCatalog
import Foundation

/// Where visitors report an error in a place: a mail address, or a page with a form.
///
///     ReportAddress("mailto:dining@example.edu")
///     ReportAddress("https://tickets.example.edu/new?summary={title}&details={text}")
package struct ReportAddress: Sendable, Hashable {
  private let address: String

  /// - Parameter text: `mailto:` and a mail address, or an address with `http` or `https`, in which `{title}` and `{text}` stand for the
  ///   report; without them, the parameters `title` and `body` have it, as for new issues of GitHub.
  package init?(_ text: String) {
    let isMail = text.wholeMatch(of: /mailto:[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)*/) != nil
    let plain = text.replacing("{title}", with: "t").replacing("{text}", with: "t")
    guard isMail || WebAddress(plain) != nil && !plain.contains("{") && !plain.contains("#") else { return nil }
    address = text
  }

  /// Returns the address that begins a report with this content.
  package func address(title: String, text: String) -> String {
    let (title, text) = (Self.encoded(title), Self.encoded(text))
    if address.hasPrefix("mailto:") { return "\(address)?subject=\(title)&body=\(text)" }
    if address.contains("{title}") || address.contains("{text}") {
      // In one pass, so that a title that contains "{text}" stays as it is.
      return address.split(separator: "{title}", omittingEmptySubsequences: false)
        .map { $0.replacing("{text}", with: text) }.joined(separator: title)
    }
    return "\(address)\(address.contains("?") ? "&" : "?")title=\(title)&body=\(text)"
  }

  private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns text for a parameter. Lines end as mail requires (RFC 6068).
  private static func encoded(_ text: String) -> String {
    text.replacing("\n", with: "\r\n").addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
