/// An optional value behind a reference: what contains it stays small, which matters for what a task for each of many feeds copies across
/// suspensions. Copies share the value until one of them changes.
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
