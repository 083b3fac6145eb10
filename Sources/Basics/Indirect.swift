/// An optional value behind a reference. It keeps the values that contain it small, because tasks keep copies of them while they wait.
@propertyWrapper
package struct Indirect<Value> {
  /// At most one element.
  private var values: [Value] = []

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package var wrappedValue: Value? {
    get { values.first }
    set { values = newValue.map { [$0] } ?? [] }
  }
}

extension Indirect: Sendable where Value: Sendable {}
