/// A reference to immutable values that are large to copy.
package final class Shared<Values: Sendable>: Sendable {
  package let values: Values

  package init(_ values: Values) { self.values = values }
}
