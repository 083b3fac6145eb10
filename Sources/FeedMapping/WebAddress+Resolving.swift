package import CampusCatalog
import FeedKit

extension WebAddress {
  /// Returns the address that a relative reference means on a page with this address (RFC 3986, section 5.2, without the removal of dot
  /// segments); nil for a reference with another scheme, such as "javascript:".
  package func resolving(_ reference: String) -> WebAddress? {
    if reference.hasPrefix("//") { return WebAddress(description.prefix { $0 != "/" } + reference) }
    if reference.hasPrefix("/") { return WebAddress(origin + reference) }
    let start = reference.prefix { !"/?#".contains($0) }
    if start.contains(":") { return nil }
    let page = description.prefix { $0 != "?" && $0 != "#" }
    if reference.hasPrefix("?") { return WebAddress(page + reference) }
    if reference.hasPrefix("#") { return WebAddress(description.prefix { $0 != "#" } + reference) }
    let folder = page[origin.endIndex...].lastIndex(of: "/").map { page[...$0] } ?? page + "/"
    return WebAddress(folder + reference)
  }
}

extension WebAddress {
  fileprivate init?(_ parts: some StringProtocol) { self.init(String(parts)) }
}
