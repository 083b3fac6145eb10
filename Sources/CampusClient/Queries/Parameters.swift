import Foundation

/// The parameters of a request, in order.
struct Parameters: Sendable, Hashable {
  private(set) var query = ""

  /// Adds a parameter, unless its value is nil.
  mutating func add(_ name: String, _ value: String?) {
    if let value { addEncoded(name, Self.encoded(value)) }
  }

  /// Adds a parameter with a list of ids or of other words without commas, unless the list is empty.
  mutating func add(_ name: String, _ values: [String]) {
    if !values.isEmpty { addEncoded(name, values.map(Self.encoded).joined(separator: ",")) }
  }

  /// Adds a parameter for each value, which may have commas.
  mutating func addEach(_ name: String, _ values: [String]) {
    for value in values { add(name, value) }
  }

  private mutating func addEncoded(_ name: String, _ value: String) {
    query += "\(query.isEmpty ? "?" : "&")\(name)=\(value)"
  }

  /// Returns a value with the characters that have a meaning in a query written as `%XX` (RFC 3986, section 3.4).
  static func encoded(_ value: String) -> String {
    value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  private static let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:@")
}

extension Position {
  /// The position as a parameter: "38.83,-77.307", with at most six decimal places.
  var parameter: String { "\(Self.decimal(latitude)),\(Self.decimal(longitude))" }

  /// Writes a number without an exponent, which Swift uses for small ones. Six decimal places are about 0.1 m.
  private static func decimal(_ degrees: Double) -> String {
    guard degrees.isFinite, abs(degrees) <= 360 else { return "\(degrees)" }
    let millionths = Int((abs(degrees) * 1_000_000).rounded())
    let fraction = String(1_000_000 + millionths % 1_000_000).dropFirst()
    return "\(degrees < 0 ? "-" : "")\(millionths / 1_000_000).\(fraction)"
  }
}

extension Double {
  /// The distance as a parameter, in whole meters, at least one.
  fileprivate var meters: Int { isFinite ? Int(min(Swift.max(self, 1), 9_999_999).rounded()) : 1 }

  var parameter: String { "\(meters)m" }
}
