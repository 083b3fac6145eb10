extension Coordinate {
  /// Parses "LATITUDE,LONGITUDE" in decimal degrees, such as "39.9526,-75.1936". Spaces around the numbers are allowed.
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    let text = Self.trimmed(text[...])
    let example = "write latitude and longitude in degrees, such as 39.9526,-75.1936"
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw QueryError(.coordinate, "invalid position \"\(text)\"; \(example)") }
    let latitude = try Self.degrees(parts[0], "latitude", 90, example)
    let longitude = try Self.degrees(parts[1], "longitude", 180, example)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw QueryError(.coordinate, "invalid position \"\(text)\"; \(example)")
    }
    self = coordinate
  }

  private static func degrees(_ text: Substring, _ name: String, _ most: Double, _ example: String) throws(QueryError) -> Double {
    let number = trimmed(text)
    guard number.utf8.allSatisfy({ byte in UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") || "+-.".utf8.contains(byte) }),
      let value = Double(number)
    else { throw QueryError(.coordinate, "the \(name) \"\(number)\" is not a number; \(example)") }
    guard abs(value) <= most else {
      let swapped = name == "latitude" && abs(value) <= 180 ? " (the latitude comes first)" : ""
      throw QueryError(.coordinate, "the \(name) \(number) is beyond \(Int(most)) degrees\(swapped)")
    }
    return value
  }

  private static func trimmed(_ text: Substring) -> String { String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

public struct Metres: Sendable, Hashable {
  /// The distance in metres: finite and not negative.
  public let value: Double

  /// Parses a distance with a unit, such as "500m", "2km" or "1.5 km".
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    let compact = text.filter { $0 != " " }.lowercased()
    guard let match = compact.wholeMatch(of: /([0-9.]+)(k?)m/), let value = Double(match.1), value.isFinite else {
      throw QueryError(.distance, "invalid distance \"\(text)\"; write metres or kilometres, such as 500m or 1.5km")
    }
    self.value = value * (match.2.isEmpty ? 1 : 1000)
  }
}
