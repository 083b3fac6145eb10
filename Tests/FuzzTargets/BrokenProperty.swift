/// A property that does not hold.
struct BrokenProperty: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws an error if a property does not hold.
func require(_ holds: Bool, _ description: @autoclosure () -> String) throws(BrokenProperty) {
  if !holds { throw BrokenProperty(description()) }
}
