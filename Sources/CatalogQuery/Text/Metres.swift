/// A distance as people write it: "500m", "2km", "1.5 km".
public struct Metres: Sendable, Hashable {
  /// Not negative, finite.
  public let value: Double

  /// - Throws: `QueryError` for anything else, also for a number without a unit.
  public init(parsing text: String) throws(QueryError) {
    let compact = text.filter { $0 != " " }.lowercased()
    let scale = compact.hasSuffix("km") ? 1000.0 : compact.hasSuffix("m") ? 1.0 : nil
    let number = compact.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let scale, compact.dropFirst(number.count) == (scale == 1 ? "m" : "km"), let value = Double(number), value.isFinite else {
      throw QueryError(.distance, "invalid distance \"\(text)\"; write metres or kilometres, such as 500m or 1.5km")
    }
    self.value = value * scale
  }

  public init(_ value: Double) { self.value = max(0, value) }
}
