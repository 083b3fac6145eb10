import FeedKit

extension JSONTree {
  /// Returns the tree with the keys of every object in random order. Arrays keep their order.
  func shufflingKeys(_ generator: inout some RandomNumberGenerator) -> JSONTree {
    let shuffled = children.map { (key: $0.key, value: $0.value.shufflingKeys(&generator)) }
    if case .object = self { return .object(shuffled.shuffled(using: &generator)) }
    return with(shuffled)
  }

  /// The paths of all values inside this one, each value before those inside it.
  var paths: [[String]] { children.flatMap { step, value in [[step]] + value.paths.map { [step] + $0 } } }
}
