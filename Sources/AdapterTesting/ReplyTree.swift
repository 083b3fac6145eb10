import Basics
package import SimdJSON

/// A reply in JSON or XML, or a calendar, that can be changed, for the checks that do not depend on the format.
package enum ReplyTree: Sendable {
  case json(JSONTree)
  case xml(XMLTree, Markup)

  /// How a tree of elements is written.
  package enum Markup: Sendable { case xml, calendar }

  /// Parses the body of a reply; nil if it has another format.
  package init?(parsing bytes: [UInt8]) {
    if let tree = JSONTree(parsing: bytes) {
      self = .json(tree)
    } else if let tree = XMLTree(parsing: bytes) {
      self = .xml(tree, .xml)
    } else if let tree = CalendarText.tree(bytes) {
      self = .xml(tree, .calendar)
    } else {
      return nil
    }
  }

  package var bytes: [UInt8] {
    switch self {
    case .json(let tree): tree.bytes
    case .xml(let tree, .xml): tree.bytes
    case .xml(let tree, .calendar): Array(CalendarText.text(tree).utf8)
    }
  }

  /// Returns the records at a pointer: the elements of an array, the members of an object, or, in XML, the elements with a name directly
  /// inside the element before it.
  package func records(at pointer: String) -> [ReplyTree]? {
    let steps = JSONPointer.tokens(pointer)
    switch self {
    case .json(let tree):
      switch tree.value(at: steps[...]) {
      case .array(let records): return records.map { .json($0) }
      case .object(let members): return members.map { .json($0.value) }
      default: return nil
      }
    case .xml(let tree, let markup):
      guard let name = steps.last, let parent = tree.value(at: Self.path(steps.dropLast())[...]) else { return nil }
      let records = parent.parts.map(\.value).filter { $0.name == name }
      return records.isEmpty ? nil : records.map { .xml($0, markup) }
    }
  }

  /// Whether the records at a pointer are the members of an object, so that each has a key.
  package func hasKeyedRecords(at pointer: String) -> Bool {
    guard case .json(let tree) = self, case .object? = tree.value(at: JSONPointer.tokens(pointer)[...]) else { return false }
    return true
  }

  /// Returns the reply with other records; nil if there are none at the pointer. An object keeps its keys, in order; additional records get
  /// new keys.
  package func replacingRecords(at pointer: String, with records: [ReplyTree]) -> ReplyTree? {
    let steps = JSONPointer.tokens(pointer)
    switch self {
    case .json(let tree):
      let values = records.compactMap { record in if case .json(let value) = record { value } else { nil } }
      guard case .object(let members)? = tree.value(at: steps[...]) else {
        return tree.replacing(steps[...], with: .array(values)).map { .json($0) }
      }
      let keyed = values.enumerated().map { index, value in
        (key: index < members.count ? members[index].key : "record-\(index)", value: value)
      }
      return tree.replacing(steps[...], with: .object(keyed)).map { .json($0) }
    case .xml(let tree, let markup):
      let values = records.compactMap { record in if case .xml(let value, _) = record { value } else { nil } }
      let path = Self.path(steps.dropLast())
      guard let name = steps.last, let changed = tree.value(at: path[...])?.replacing(elements: name, with: values) else { return nil }
      return path.isEmpty ? .xml(changed, markup) : tree.replacing(path[...], with: [changed]).map { .xml($0, markup) }
    }
  }

  /// Returns the reply without records that come from several lists.
  package func withoutRecords(at pointers: Set<String>) -> ReplyTree {
    switch self {
    case .json(let tree): .json(tree.emptying(pointers))
    case .xml: pointers.reduce(self) { tree, pointer in tree.replacingRecords(at: pointer, with: []) ?? tree }
    }
  }

  /// The texts in this value with their pointers: "/SUMMARY", "/DTSTART/@TZID". Elements that occur several times have an index.
  package var texts: [(pointer: String, text: String)] {
    guard case .xml(let tree, _) = self else { return [] }
    let counts = Dictionary(tree.parts.map { ($0.steps[0], 1) }, uniquingKeysWith: +)
    return tree.parts.flatMap { steps, value in
      let own =
        steps == ["text()"] ? "" : "/\(JSONPointer.escape(steps[0]))" + (counts[steps[0]] == 1 || steps.count == 1 ? "" : "/\(steps[1])")
      if case .text(let text) = value { return [(own, text)] }
      return ReplyTree.xml(value, .xml).texts.map { (own + $0.pointer, $0.text) }
    }
  }

  /// A record that can be written any number of times without copying its tree.
  func repeated(_ count: Int) -> [ReplyTree] {
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(
      repeating: {
        switch self {
        case .json: .json(.literal(text))
        case .xml(_, let markup): .xml(.literal(text), markup)
        }
      }(), count: count)
  }

  /// The steps of a pointer with the index after each name, as `XMLTree` needs them.
  private static func path(_ steps: ArraySlice<String>) -> [String] {
    steps.indices.flatMap { index in
      let isIndex = Int(steps[index]) != nil
      let hasIndex = index + 1 < steps.endIndex && Int(steps[index + 1]) != nil
      return isIndex || hasIndex ? [steps[index]] : [steps[index], "0"]
    }
  }

  /// The paths of all values inside this one.
  var paths: [[String]] {
    switch self {
    case .json(let tree): tree.paths
    case .xml(let tree, _): tree.paths
    }
  }

  /// Returns whether there is a text at a path.
  func isText(at path: [String]) -> Bool {
    switch self {
    case .json(let tree): if case .string? = tree.value(at: path[...]) { true } else { false }
    case .xml(let tree, _): if case .text? = tree.value(at: path[...]) { true } else { false }
    }
  }

  /// Returns the tree with the text at a path replaced.
  func replacingText(at path: [String], with text: String) -> ReplyTree? {
    switch self {
    case .json(let tree): tree.replacing(path[...], with: .string(text)).map { .json($0) }
    case .xml(let tree, let markup): tree.replacing(path[...], with: [.text(text)]).map { .xml($0, markup) }
    }
  }

  /// Returns the tree with each of the values that a feed may send by mistake or on purpose at a path. The empty path is the whole tree.
  func spoiled(at path: [String]) -> [ReplyTree] {
    switch self {
    case .json(let tree): JSONTree.hostile.compactMap { tree.replacing(path[...], with: $0).map { .json($0) } }
    case .xml(let tree, let markup):
      XMLTree.hostile(insteadOf: tree.value(at: path[...])).compactMap { values in
        path.isEmpty ? values.first.map { .xml($0, markup) } : tree.replacing(path[...], with: values).map { .xml($0, markup) }
      }
    }
  }

  /// Returns the tree with everything in random order that has no order in its format.
  func shufflingKeys(_ generator: inout some RandomNumberGenerator) -> ReplyTree {
    switch self {
    case .json(let tree): .json(tree.shufflingKeys(&generator))
    case .xml(let tree, let markup): .xml(tree.shufflingNames(&generator), markup)
    }
  }
}
