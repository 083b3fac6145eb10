public import OpeningHours
public import SimdJSON

/// Members that are values of the model, written as text.
extension JSONValue {
  /// A member that is text of a certain form; nil when it is absent.
  public func parsed<Value>(_ key: StaticString, _ form: String, _ parse: (String) -> Value?) throws(JSONFieldError) -> Value? {
    guard let member = self[key], !member.isNull else { return nil }
    return try member.parsed(form, parse)
  }

  /// A member that is text of a certain form and must be there.
  public func requiredParsed<Value>(_ key: StaticString, _ form: String, _ parse: (String) -> Value?) throws(JSONFieldError) -> Value {
    guard let value = try parsed(key, form, parse) else { throw fault(.missing, "\"\(key)\" is missing") }
    return value
  }

  /// This value as text of a certain form.
  public func parsed<Value>(_ form: String, _ parse: (String) -> Value?) throws(JSONFieldError) -> Value {
    guard let text = string else { throw fault(.type, "expected \(form), found \(kind)") }
    guard let value = parse(text) else { throw fault(.value, "expected \(form)") }
    return value
  }

  /// The elements of an array member, read one by one; none when it is absent.
  public func list<Value>(
    _ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Value
  ) throws(JSONFieldError) -> [Value] {
    guard let list = try array(key) else { return [] }
    return try list.values(read)
  }

  /// The elements of an array member that must be there, read one by one.
  public func requiredList<Value>(
    _ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Value
  ) throws(JSONFieldError) -> [Value] {
    try requiredArray(key).values(read)
  }

  private func values<Value>(_ read: (JSONValue) throws(JSONFieldError) -> Value) throws(JSONFieldError) -> [Value] {
    var values: [Value] = []
    var elements = elements
    while let element = elements.next() { values.append(try read(element)) }
    return values
  }

  /// A member that is a time with its offset (RFC 3339).
  public func instant(_ key: StaticString) throws(JSONFieldError) -> Instant? {
    try parsed(key, "a time such as \"2026-11-21T17:00:00Z\"") { Instant($0) }
  }

  /// A member that is a number of things.
  func count(_ key: StaticString) throws(JSONFieldError) -> Int? {
    guard let integer = try integer(key) else { return nil }
    guard integer >= 0 else { throw self[key]?.fault(.number, "\"\(key)\" is negative") ?? fault(.missing, "\"\(key)\" is missing") }
    return Int(integer)
  }

  /// The members `latitude` and `longitude` of this object.
  public func coordinate() throws(JSONFieldError) -> Coordinate {
    guard let latitude = try double("latitude"), let longitude = try double("longitude") else {
      throw fault(.missing, "\"latitude\" and \"longitude\" belong together")
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw fault(.value, "no position on the Earth")
    }
    return coordinate
  }
}
