/// An error for test data that does not have the form a test expects.
package struct BadTestData: Error {
  package let text: String

  package init(text: String) { self.text = text }
}

/// Returns the value that `make` creates from `text`.
///
/// - Throws: `BadTestData` when there is none.
package func parsed<Value>(_ text: String, _ make: (String) -> Value?) throws -> Value {
  guard let value = make(text) else { throw BadTestData(text: text) }
  return value
}
