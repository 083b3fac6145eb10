package import FeedKit

extension MappingAdapter {
  /// Returns an adapter whose mapping has each list of rules and conditions several times in a row, to measure the cost of rules. Nil if a
  /// list of the mapping cannot be repeated.
  package func repeatingRules(_ count: Int) -> (any FeedAdapter)? {
    guard let tree = JSONTree(parsing: Array(mapping.text.utf8)) else { return nil }
    let repeated = (try? Mapping(Self.repeated(tree, count).bytes, file: "")).map { MappingAdapter($0, id: manifest.id) }
    return repeated
  }

  /// The members that are conditions, or values to compare with, which are lists even if there is only one.
  private static let lists: Set<String> = ["skip", "closed", "unknown", "always", "is", "isNot"]

  /// The members whose arrays are levels of a reply, and not rules.
  private static let levels: Set<String> = ["records", "each", "services", "dishes", "prices", "roles", "codes"]

  private static func repeated(_ tree: JSONTree, _ count: Int) -> JSONTree {
    switch tree {
    case .object(let members):
      return .object(
        members.map { key, value in
          if levels.contains(key) { return (key, value) }
          let isList = if case .array = value { true } else { false }
          return (key, repeated(lists.contains(key) && !isList ? .array([value]) : value, count))
        })
    case .array(let elements):
      return .array((0..<count).flatMap { _ in elements })
    case .string, .literal:
      return tree
    }
  }
}
