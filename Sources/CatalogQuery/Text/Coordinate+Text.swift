import Basics
public import CampusCatalog

extension Coordinate {
  /// Parses latitude and longitude in decimal degrees, separated by a comma or spaces: "39.9526,-75.1936", "39.9526 -75.1936".
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    let text = text.trimmed
    let example = "write latitude and longitude in degrees, such as 39.9526,-75.1936"
    let parts =
      text.contains(",") ? text.split(separator: ",", omittingEmptySubsequences: false) : text.split(separator: " ")
    guard parts.count == 2 else { throw QueryError(.coordinate, "invalid position \"\(text)\"; \(example)") }
    let latitude = try Self.degrees(parts[0], "latitude", 90, example)
    let longitude = try Self.degrees(parts[1], "longitude", 180, example)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw QueryError(.coordinate, "invalid position \"\(text)\"; \(example)")
    }
    self = coordinate
  }

  private static func degrees(_ text: Substring, _ name: String, _ most: Double, _ example: String) throws(QueryError) -> Double {
    let number = text.trimmed
    guard number.utf8.allSatisfy({ byte in UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") || "+-.".utf8.contains(byte) }),
      let value = Double(number)
    else { throw QueryError(.coordinate, "the \(name) \"\(number)\" is not a number; \(example)") }
    guard abs(value) <= most else {
      let swapped = name == "latitude" && abs(value) <= 180 ? " (the latitude comes first)" : ""
      throw QueryError(.coordinate, "the \(name) \(number) is beyond \(Int(most)) degrees\(swapped)")
    }
    return value
  }
}

public struct Meters: Sendable, Hashable {
  /// The distance in meters: finite and positive.
  public let value: Double

  /// Parses a distance in meters, kilometers, miles or feet: "500m", "2km", "1.5 km", "0.3mi", "800ft". A number alone is in meters.
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    let compact = text.filter { $0 != " " }.lowercased()
    guard let match = compact.wholeMatch(of: /([0-9.]+)([a-z]*)/), let value = Double(match.1), value.isFinite, value > 0,
      let unit = Self.units[String(match.2)]
    else {
      throw QueryError(.distance, "invalid distance \"\(text)\"; write 500m, 2km or 0.3mi")
    }
    self.value = value * unit
  }

  /// Returns the text of a distance with its unit: "500" is "500 m".
  package static func withUnit(_ text: String) -> String {
    text.allSatisfy { $0 == "." || $0 == " " || ("0"..."9").contains($0) } ? "\(text.filter { $0 != " " }) m" : text
  }

  /// The lengths of units in meters.
  private static let units: [String: Double] = [
    "": 1, "m": 1, "km": 1000, "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "ft": 0.3048,
  ]
}
