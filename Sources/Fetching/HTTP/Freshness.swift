import FeedKit
import OpeningHours

/// For how long an answer stays good by the server's word (RFC 9111, section 4.2).
package enum Freshness {
  package static let most = 86_400

  /// Seconds from now, 0 to a day. What is invalid or said twice counts as 0.
  ///
  /// - Parameter stored: the headers of the reply that a 304 is about: they hold where it does not have them (RFC 9111, section 3.2).
  static func seconds(of response: HTTPResponse, at now: Instant, keeping stored: StoredHeaders? = nil) -> Int {
    func values(_ name: String) -> [String] {
      let values = response.values(name)
      return values.isEmpty ? stored?.value(name).map { [$0] } ?? [] : values
    }
    let directives = Self.directives(values("cache-control"))
    if directives["no-store"] != nil || directives["no-cache"] != nil { return 0 }
    if values("vary").contains(where: { $0.contains("*") }) { return 0 }
    let age = Self.age(response)
    if let ages = directives["max-age"] {
      guard ages.count == 1, let first = ages.first, let text = first, let lifetime = number(text) else { return 0 }
      return min(most, max(0, lifetime - age))
    }
    let expires = values("expires")
    guard expires.count == 1, let end = HTTPDate.parse(expires[0]) else { return 0 }
    let start = response.value("date").flatMap(HTTPDate.parse) ?? now
    return min(most, max(0, end.seconds(since: start) - age))
  }

  /// The headers of a stored reply after a 304: those that `seconds` looks at are replaced by what came. Nil when all are as they were.
  ///
  /// - Parameter clean: removes secrets, which a server may send back.
  static func headers(
    _ stored: StoredHeaders, after response: HTTPResponse, cleaning clean: (String) -> String = { $0 }
  ) -> StoredHeaders? {
    var came: [String: String] = [:]
    for name in ["cache-control", "expires", "vary"] {
      let values = response.values(name)
      if !values.isEmpty { came[name] = values.map(clean).joined(separator: ", ") }
    }
    // A server may give another end with each answer; beside a max-age it means nothing.
    if let directives = came["cache-control"].map({ Self.directives([$0]) }), directives["max-age"] != nil { came["expires"] = nil }
    return came.isEmpty ? nil : stored.replacing(came)
  }

  /// The first value counts, and is ignored when it is invalid (RFC 9111, section 5.1).
  private static func age(_ response: HTTPResponse) -> Int {
    response.value("age")?.split(separator: ",").map(trimmed).first { !$0.isEmpty }.flatMap(number) ?? 0
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
