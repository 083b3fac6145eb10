import FeedCore
import OpeningHours

/// For how long an answer stays good by the server's word (RFC 9111, section 4.2).
enum Freshness {
  static let most = 86_400

  /// Seconds from now, 0 to a day. What is invalid or said twice counts as 0.
  static func seconds(of response: HTTPResponse, at now: Instant) -> Int {
    let directives = Self.directives(response.values("cache-control"))
    if directives["no-store"] != nil || directives["no-cache"] != nil { return 0 }
    if response.values("vary").contains(where: { $0.contains("*") }) { return 0 }
    let age = response.values("age").compactMap { number($0) }.max() ?? 0
    if let ages = directives["max-age"] {
      guard ages.count == 1, let first = ages.first, let text = first, let lifetime = number(text) else { return 0 }
      return min(most, max(0, lifetime - age))
    }
    let expires = response.values("expires")
    guard expires.count == 1, let end = HTTPDate.parse(expires[0]) else { return 0 }
    let start = response.value("date").flatMap(HTTPDate.parse) ?? now
    return min(most, max(0, end.seconds(since: start) - age))
  }

  /// Names in lower case; of each all the values that were given, nil where there was none.
  private static func directives(_ values: [String]) -> [String: [String?]] {
    var found: [String: [String?]] = [:]
    for part in values.flatMap({ $0.split(separator: ",") }) {
      let pair = part.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard let name = pair.first, !name.isEmpty else { continue }
      var value = pair.count == 2 ? pair[1] : nil
      if let quoted = value, quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") {
        value = String(quoted.dropFirst().dropLast())
      }
      found[name.lowercased(), default: []].append(value)
    }
    return found
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }

  /// Digits and nothing else; what is too large for a number of seconds is the largest that matters.
  static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
    return digits.count > 9 ? Int(Int32.max) : Int(text)
  }
}
