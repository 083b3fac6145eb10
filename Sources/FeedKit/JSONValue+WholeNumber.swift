package import SimdJSON

extension JSONValue {
  /// Returns a member as a 64-bit integer, which may be written `1.0` or `1e3`; nil if it is absent.
  package func wholeNumber(_ key: StaticString) throws(JSONFieldError) -> Int64? {
    guard let value = self[key] else { return nil }
    guard value.kind == .number else { throw value.fault(.type, "expected an integer, found \(value.kind)") }
    if let integer = value.integer { return integer }
    guard value.unsigned == nil, let integer = value.double.flatMap({ Int64(exactly: $0) }) else {
      throw value.fault(.number, "expected a 64-bit integer")
    }
    return integer
  }
}
