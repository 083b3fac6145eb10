public import OpeningHours
public import SimdJSON

/// Access to members that are values of the model.
extension JSONValue {
  /// Returns a string member as a parsed value; nil if it is absent or null.
  ///
  /// - Parameters:
  ///   - key: the key of the member.
  ///   - form: the expected form, for the error message: "a date".
  ///   - parse: parses the text; nil if it is invalid.
  public func parsed<Value>(_ key: StaticString, _ form: String, _ parse: (String) -> Value?) throws(JSONFieldError) -> Value? {
    guard let member = self[key], !member.isNull else { return nil }
    return try member.parsed(form, parse)
  }

  /// Returns a string member as a parsed value.
  ///
  /// - Throws: `missing` if the member is absent or null, or as `parsed(_:_:_:)` does.
  public func requiredParsed<Value>(_ key: StaticString, _ form: String, _ parse: (String) -> Value?) throws(JSONFieldError) -> Value {
    guard let value = try parsed(key, form, parse) else { throw fault(.missing, "\"\(key)\" is missing") }
    return value
  }

  /// Returns this string as a parsed value.
  public func parsed<Value>(_ form: String, _ parse: (String) -> Value?) throws(JSONFieldError) -> Value {
    guard let text = string else { throw fault(.type, "expected \(form), found \(kind)") }
    guard let value = parse(text) else { throw fault(.value, "expected \(form)") }
    return value
  }

  /// Returns the elements of an array member, each read by `read`; an empty array if the member is absent or null.
  public func list<Value>(
    _ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Value
  ) throws(JSONFieldError) -> [Value] {
    guard let list = try array(key) else { return [] }
    return try list.values(read)
  }

  /// Returns the elements of an array member, each read by `read`.
  ///
  /// - Throws: `missing` if the member is absent or null, and any error of `read`.
  public func requiredList<Value>(
    _ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Value
  ) throws(JSONFieldError) -> [Value] {
    try requiredArray(key).values(read)
  }

  /// Returns the elements of this array, each read by `read`.
  package func values<Value>(_ read: (JSONValue) throws(JSONFieldError) -> Value) throws(JSONFieldError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    var elements = elements
    while let element = elements.next() { values.append(try read(element)) }
    return values
  }

  /// Returns a string member that is an RFC 3339 time; nil if it is absent or null.
  public func instant(_ key: StaticString) throws(JSONFieldError) -> Instant? {
    try parsed(key, "a time such as \"2026-11-21T17:00:00Z\"") { Instant($0) }
  }

  /// Returns an integer member that must not be negative; nil if it is absent or null.
  func count(_ key: StaticString) throws(JSONFieldError) -> Int? {
    guard let integer = try integer(key) else { return nil }
    guard integer >= 0 else { throw self[key]?.fault(.number, "\"\(key)\" is negative") ?? fault(.missing, "\"\(key)\" is missing") }
    return Int(integer)
  }

  /// Returns the members `latitude` and `longitude` of this object.
  ///
  /// - Throws: `missing` if one of them is absent, `value` if they are out of range.
  public func coordinate() throws(JSONFieldError) -> Coordinate {
    guard let latitude = try double("latitude"), let longitude = try double("longitude") else {
      throw fault(.missing, "\"latitude\" and \"longitude\" must be given together")
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw fault(.value, "\"latitude\" must be -90 to 90 and \"longitude\" -180 to 180")
    }
    return coordinate
  }
}
