/// Values behind one reference, where they are large to copy and do not change.
package final class Shared<Values: Sendable>: Sendable {
  package let values: Values

  package init(_ values: Values) { self.values = values }
}
