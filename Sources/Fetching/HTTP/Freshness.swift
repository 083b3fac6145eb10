import Basics
import OpeningHours

/// Computes the freshness lifetime of responses (RFC 9111, section 4.2).
package enum Freshness {
  /// The longest lifetime that is used, in seconds: a day.
  package static let maximum = 86_400

  /// The headers of a stored reply that apply to a 304 without them.
  private static let names = ["cache-control", "expires", "vary"]

  /// Returns the remaining lifetime in seconds, from 0 to `maximum`. Invalid or repeated values count as 0.
  ///
  /// - Parameter stored: for a 304, the headers of the stored reply; they apply where the response lacks them (RFC 9111, section 3.2).
  static func seconds(of response: HTTPResponse, at now: Instant, keeping stored: StoredHeaders? = nil) -> Int {
    lazy var kept = (try? stored?.read()) ?? [:]
    func values(_ name: String) -> [String] {
      let values = response.values(name)
      return values.isEmpty ? kept[name].map { [$0] } ?? [] : values
    }
    let directives = Self.directives(values("cache-control"))
    if directives["no-store"] != nil || directives["no-cache"] != nil { return 0 }
    if values("vary").contains(where: { $0.contains("*") }) { return 0 }
    let age = Self.age(response)
    if let ages = directives["max-age"] {
      guard ages.count == 1, let first = ages.first, let text = first, let lifetime = number(text) else { return 0 }
      return min(maximum, max(0, lifetime - age))
    }
    let expires = values("expires")
    guard expires.count == 1, let end = HTTPDate.parse(expires[0]) else { return 0 }
    let start = response.value("date").flatMap(HTTPDate.parse) ?? now
    return min(maximum, max(0, end.seconds(since: start) - age))
  }

  /// Returns the headers of a stored reply, updated from a 304 where they affect freshness; nil if none has changed.
  ///
  /// - Parameter clean: removes secrets, which a server may echo.
  static func headers(_ stored: StoredHeaders, after response: HTTPResponse, cleaning clean: (String) -> String) -> StoredHeaders? {
    var received: [String: String] = [:]
    for name in Self.names {
      let values = response.values(name)
      if !values.isEmpty { received[name] = values.map(clean).joined(separator: ", ") }
    }
    // A server may send a different `Expires` with each answer; `max-age` overrides it (RFC 9111, section 5.3).
    if let directives = received["cache-control"].map({ Self.directives([$0]) }), directives["max-age"] != nil { received["expires"] = nil }
    return received.isEmpty ? nil : stored.replacing(received)
  }

  /// Returns the value of `Age` in seconds. The first value counts, and an invalid one is ignored (RFC 9111, section 5.1).
  private static func age(_ response: HTTPResponse) -> Int {
    response.value("age")?.split(separator: ",").map { $0.trimmed }.first { !$0.isEmpty }.flatMap(number) ?? 0
  }

  /// Returns all values of each directive by lower-case name; nil for a directive without a value.
  private static func directives(_ values: [String]) -> [String: [String?]] {
    var found: [String: [String?]] = [:]
    for part in values.flatMap({ $0.split(separator: ",") }) {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard let name = pair.first, !name.isEmpty else { continue }
      var value = pair.count == 2 ? pair[1] : nil
      if let quoted = value, quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") {
        value = String(quoted.dropFirst().dropLast())
      }
      found[name.lowercased(), default: []].append(value)
    }
    return found
  }

  /// Parses a number of decimal digits. Numbers of more than nine digits are capped, as `delta-seconds` are (RFC 9111, section 1.2.2).
  static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
    return digits.count > 9 ? Int(Int32.max) : Int(text)
  }
}
