/// Sets of values that are joined as far as they have values in common, each named by its first value.
struct Groups<Value: Hashable & Comparable & Sendable>: Sendable {
  /// The first value of each value's group.
  private var first: [Value: Value] = [:]

  init(_ sets: [[Value]]) {
    for set in sets {
      for value in set { join(value, set[0]) }
    }
    for value in first.keys.sorted() { first[value] = root(of: value) }
  }

  /// Returns the first value of a group; nil for a value that is in no set.
  func first(of value: Value) -> Value? { first[value] }

  private mutating func join(_ value: Value, _ other: Value) {
    let (one, two) = (root(of: value), root(of: other))
    first[max(one, two)] = min(one, two)
  }

  /// Follows the values of a group to its first one, and shortens the way for the next time.
  private mutating func root(of value: Value) -> Value {
    var root = value
    while let next = first[root], next != root { root = next }
    var value = value
    while let next = first[value], next != root {
      first[value] = root
      value = next
    }
    return root
  }
}
