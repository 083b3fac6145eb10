import Basics
import FeedKit

extension JSONTree {
  /// Returns the tree with the keys of every object in random order. Arrays keep their order.
  func shufflingKeys(_ generator: inout some RandomNumberGenerator) -> JSONTree {
    let shuffled = children.map { (key: $0.key, value: $0.value.shufflingKeys(&generator)) }
    if case .object = self { return .object(shuffled.shuffled(using: &generator)) }
    return with(shuffled)
  }

  /// Returns the tree with the arrays and objects at some pointers empty, in one pass.
  func emptying(_ pointers: Set<String>, at pointer: String = "") -> JSONTree {
    if pointers.isEmpty { return self }
    if pointers.contains(pointer) { return with([]) }
    return with(children.map { key, value in (key, value.emptying(pointers, at: "\(pointer)/\(JSONPointer.escape(key))")) })
  }

  /// The paths of all values inside this one, each value before those inside it.
  var paths: [[String]] { children.flatMap { step, value in [[step]] + value.paths.map { [step] + $0 } } }
}
