/// An instant is coded as RFC 3339 text in UTC, such as `"2026-11-21T17:00:00Z"`. Decoding accepts any offset.
extension Instant: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.value("a time (RFC 3339)", Instant.init) }
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A date is coded as `"YYYY-MM-DD"`.
extension LocalDate: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.value("a date (YYYY-MM-DD)", LocalDate.init) }
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A local time is coded as `"HH:MM"`, from 00:00 to 48:00.
extension LocalTime: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.value("a time from 00:00 to 48:00", LocalTime.init) }
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Decoder {
  /// Decodes a value from its text.
  ///
  /// - Parameter expected: what the text should be, for errors: "a date (YYYY-MM-DD)".
  fileprivate func value<Value>(_ expected: String, _ parse: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = parse(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not \(expected)")
    }
    return value
  }
}
