import Basics
import CampusCatalog
import CatalogQuery

/// Values of tags in a form in which equal ones are equal texts.
enum OSMText {
  /// Returns the values of a tag, which are separated by semicolons.
  static func values(_ text: String) -> [String] { text.split(separator: ";").map { $0.trimmed }.filter { !$0.isEmpty } }

  /// The keys of names of an element. Others with a language, such as `name:en`, begin with one of them.
  private static let nameKeys = ["name", "alt_name", "short_name", "official_name", "loc_name"]

  /// Returns the names of an element, folded.
  static func names(of tags: [String: String]) -> Set<String> {
    let names = tags.filter { tag in nameKeys.contains { tag.key == $0 || tag.key.hasPrefix($0 + ":") } }
    return Set(names.values.flatMap { values($0) }.map { SearchText($0).joined }.filter { !$0.isEmpty })
  }

  /// Returns the names of an entry, folded: the whole name, and the name without the text in brackets that some campuses add, as in
  /// "Starbucks [Northern Neck]".
  static func names(of entry: Entry) -> Set<String> {
    guard let name = entry.name else { return [] }
    let short = String(name.prefix { $0 != "[" })
    return Set([name, short].map { SearchText($0).joined }.filter { !$0.isEmpty })
  }

  private static let websiteKeys = ["website", "contact:website", "url"]

  /// Returns the websites of an element in comparable form.
  static func websites(of tags: [String: String]) -> Set<String> {
    Set(websiteKeys.compactMap { tags[$0] }.flatMap { values($0) }.compactMap { website($0) })
  }

  /// Returns an address without its scheme, "www.", the usual ports, the fragment and a slash at the end, with the host in lower case: equal
  /// for addresses of one page. Nil for text that is not an address.
  static func website(_ text: String) -> String? {
    var rest = text.trimmed[...]
    if let scheme = rest.firstRange(of: "://") {
      guard ["http", "https"].contains(rest[..<scheme.lowerBound].lowercased()) else { return nil }
      rest = rest[scheme.upperBound...]
    }
    rest = rest.prefix { $0 != "#" }
    let hostEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var host = rest[..<hostEnd].lowercased()
    for port in [":80", ":443"] where host.hasSuffix(port) { host.removeLast(port.count) }
    if host.hasPrefix("www.") { host.removeFirst(4) }
    guard host.contains("."), !host.contains(" ") else { return nil }
    var path = rest[hostEnd...]
    while path.last == "/" { path.removeLast() }
    return host + path
  }

  private static let phoneKeys = ["phone", "contact:phone", "contact:mobile", "mobile"]

  /// Returns the digits of the telephone numbers of an element, without extensions; a text that is not understood as it is.
  static func phones(of tags: [String: String], country: String?) -> Set<String> {
    let texts = phoneKeys.compactMap { tags[$0] }.flatMap { values($0) }
    return Set(texts.map { PhoneNumber($0, country: country)?.digits ?? $0 })
  }

  /// Returns the first of some keys that an element has; otherwise the first one.
  static func key(_ keys: [String], in tags: [String: String]) -> String { keys.first { tags[$0] != nil } ?? keys[0] }

  static func websiteKey(in tags: [String: String]) -> String { key(websiteKeys, in: tags) }
  static func phoneKey(in tags: [String: String]) -> String { key(phoneKeys, in: tags) }
}
