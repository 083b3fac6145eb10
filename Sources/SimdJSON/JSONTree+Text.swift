extension JSONTree {
  /// The value as JSON text without spaces.
  public var text: String { text(space: "") }

  /// The value as JSON text without spaces, in UTF-8.
  public var bytes: [UInt8] { Array(text.utf8) }

  /// Returns the value as JSON text for people, without a line feed at the end.
  ///
  /// Each member of an object and each element of an array is on its own line, indented by two spaces. A value that fits on a line is on
  /// one line.
  ///
  /// - Parameter levels: the number of outer levels that are not on one line even if they fit.
  public func pretty(levels: Int = 1) -> String { lines(indent: 0, levels: levels) }

  /// The longest object or array on one line, with its indentation.
  private static let width = 100

  private func lines(indent: Int, levels: Int) -> String {
    let line = text(space: " ")
    if children.isEmpty || levels <= 0 && indent + line.count <= Self.width { return line }
    let (inner, outer) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
    let values = children.map { (key: $0.key, text: $0.value.lines(indent: indent + 2, levels: levels - 1)) }
    if case .object = self {
      return "{\n\(values.map { "\(inner)\(Self.quoted($0.key)): \($0.text)" }.joined(separator: ",\n"))\n\(outer)}"
    }
    return "[\n\(values.map { inner + $0.text }.joined(separator: ",\n"))\n\(outer)]"
  }

  /// Returns the value on one line.
  ///
  /// - Parameter space: the text after commas and colons.
  private func text(space: String) -> String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\(space)\($0.value.text(space: space))" }.joined(separator: ",\(space)") + "}"
    case .array(let elements): "[" + elements.map { $0.text(space: space) }.joined(separator: ",\(space)") + "]"
    case .string(let string): Self.quoted(string)
    case .literal(let literal): literal
    }
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.string(text)
    return writer.text
  }
}
