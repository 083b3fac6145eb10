import SimdJSON

/// Values that a feed may send by mistake or on purpose. Each of them replaces each value of a record.
extension JSONTree {
  /// Wrong types, integers beyond 2^53 and `Int64`, control characters, impossible dates, scripts, and deep nesting.
  static let hostile: [JSONTree] =
    [
      .literal("null"), .literal("true"), .literal("0"), .literal("-1"), .literal("9007199254740993"), .literal("18446744073709551615"),
      .literal("1e308"), .literal("1.5"), .array([]), .object([]), deep, .array([.literal("null"), .string("x"), .object([])]),
    ] + hostileTexts.map { .string($0) }

  /// Forty nested arrays. (Text deeper than `JSONDocument.maximumDepth`, 64, would not be parsed at all.)
  private static let deep: JSONTree = (0..<40).reduce(.literal("1")) { inner, _ in .array([inner]) }
}

extension XMLTree {
  /// Returns lists of values, each of which replaces a value: nothing, texts, other elements, and for an element also itself twice, without
  /// its text and elements, and with an element around or inside.
  static func hostile(insteadOf value: XMLTree?) -> [[XMLTree]] {
    let texts = (hostileTexts + ["\u{9B}\u{7F}\t\u{202E}", "-1", "true", "1e308"]).map { [XMLTree.text($0)] }
    guard let value, case .element(let name, let attributes, let children) = value else { return [[]] + texts + [[deep]] }
    let inside = texts.map { [XMLTree.element(name: name, attributes: attributes, children: $0)] }
    let stranger = XMLTree.element(name: "stranger", attributes: [("odd", "x")], children: [.text("x")])
    return [
      [], [value, value], [stranger], [.element(name: name, attributes: [], children: children)],
      [.element(name: name, attributes: attributes, children: [])], [.element(name: name, attributes: attributes, children: [value])],
      [.element(name: name, attributes: attributes, children: children + [stranger])],
      [.element(name: name, attributes: attributes, children: [deep])],
    ] + inside
  }

  /// Forty nested elements. (Text deeper than `XMLDocument.maximumDepth`, 64, would not be parsed at all.)
  private static let deep: XMLTree = (0..<40).reduce(.text("1")) { inner, _ in .element(name: "deep", attributes: [], children: [inner]) }
}

/// No text, control characters, a long number, an impossible time, and a script.
private let hostileTexts = [
  "", "\u{0}\u{1B}[31m\u{9B}", String(repeating: "9", count: 5000), "2026-02-30T25:61:61", "javascript:alert(1)",
]
