/// A list of distinct texts in insertion order. Texts are compared as bytes.
public struct UniqueTexts: Sendable {
  /// The texts, in the order in which they were first inserted.
  public private(set) var texts: [String] = []
  /// Whether an element of a list had no text.
  package var hasGaps = false
  /// The bytes of all texts, once there are too many for a linear search.
  private var seen: Set<[UInt8]> = []

  private static let few = 16

  public init() {}

  /// The texts, one per line; nil if there are none.
  public var lines: String? { texts.count > 1 ? texts.joined(separator: "\n") : texts.first }

  /// Appends a text unless the list contains it.
  public mutating func insert(_ text: String) {
    if texts.count < Self.few {
      if texts.isEmpty { texts.reserveCapacity(4) }
      let texts = texts.span
      for index in texts.indices where Self.isSame(texts[index], text) { return }
    } else {
      if seen.isEmpty { seen = Set(texts.map { Array($0.utf8) }) }
      guard seen.insert(Array(text.utf8)).inserted else { return }
    }
    texts.append(text)
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.span.bytes.withUnsafeBytes { left in right.utf8.span.bytes.withUnsafeBytes { left.isSame(as: $0) } }
  }
}
