package import SimdJSON

/// A walk over the elements of an array, or the members of an object in the order of the text.
package struct Rows: ~Escapable {
  private var elements: JSONElements
  private var members: JSONMembers
  private let isObject: Bool
  /// The key of the row that `next` returned last; nil in an array.
  package private(set) var key: String?
  /// The number of rows that `next` has returned.
  package private(set) var count = 0

  @_lifetime(copy value)
  package init(_ value: JSONValue) {
    elements = value.elements
    members = value.members
    isObject = value.isObject
  }

  /// Returns the next row.
  @_lifetime(copy self)
  package mutating func next() -> JSONValue? {
    guard isObject else {
      guard let element = elements.next() else { return nil }
      count += 1
      return element
    }
    guard let member = members.next() else { return nil }
    key = member.key
    count += 1
    return member.value
  }
}
