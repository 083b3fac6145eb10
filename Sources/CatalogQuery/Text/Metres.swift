/// A distance in metres.
public struct Metres: Sendable, Hashable {
  /// The distance in metres: finite and not negative.
  public let value: Double

  /// Parses a distance with a unit, such as "500m", "2km" or "1.5 km".
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    let compact = text.filter { $0 != " " }.lowercased()
    let scale = compact.hasSuffix("km") ? 1000.0 : compact.hasSuffix("m") ? 1.0 : nil
    let number = compact.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let scale, compact.dropFirst(number.count) == (scale == 1 ? "m" : "km"), let value = Double(number), value.isFinite else {
      throw QueryError(.distance, "invalid distance \"\(text)\"; write metres or kilometres, such as 500m or 1.5km")
    }
    self.value = value * scale
  }
}
