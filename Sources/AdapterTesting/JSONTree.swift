public import SimdJSON

/// A JSON value that can be changed, for replies that the kit shuffles and damages.
///
///     let tree = JSONTree(parsing: body)
///     let empty = tree?.replacing(JSONTree.steps("/venues")[...], with: .array([]))?.bytes
public indirect enum JSONTree: Sendable {
  /// Members in the order of the text.
  case object([(key: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)
  /// A number, true, false or null, as JSON text.
  case literal(String)

  /// Copies a parsed value.
  public init(_ value: JSONValue) {
    switch value.kind {
    case .object:
      var members: [(key: String, value: JSONTree)] = []
      var iterator = value.members
      while let member = iterator.next() { members.append((member.key, JSONTree(member.value))) }
      self = .object(members)
    case .array:
      var elements: [JSONTree] = []
      var iterator = value.elements
      while let element = iterator.next() { elements.append(JSONTree(element)) }
      self = .array(elements)
    case .string: self = .string(value.string ?? "")
    default:
      var writer = JSONWriter(capacity: 256)
      writer.copy(value)
      self = .literal(writer.text)
    }
  }

  /// Parses JSON text; nil if the bytes are not JSON.
  public init?(parsing bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    self.init(document.root)
  }

  /// The value as JSON text without spaces.
  public var bytes: [UInt8] { Array(text.utf8) }

  private var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(JSONTree.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .string(let string): JSONTree.quoted(string)
    case .literal(let literal): literal
    }
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.string(text)
    return writer.text
  }

  /// Returns the tree with the keys of every object in random order. Arrays keep their order.
  func shufflingKeys(_ generator: inout some RandomNumberGenerator) -> JSONTree {
    switch self {
    case .object(let members):
      .object(members.map { ($0.key, $0.value.shufflingKeys(&generator)) }.shuffled(using: &generator))
    case .array(let elements): .array(elements.map { $0.shufflingKeys(&generator) })
    case .string, .literal: self
    }
  }

  /// Returns the steps of a JSON Pointer (RFC 6901), which are keys and indices: "/venues/0" is "venues", then "0"; "" is no step.
  ///
  /// The escapes ~0 and ~1 are not decoded.
  public static func steps(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
  }

  /// Returns the tree with the value at a path replaced; nil if there is no value at the path. The empty path is the whole tree.
  public func replacing(_ path: ArraySlice<String>, with value: JSONTree) -> JSONTree? {
    guard let step = path.first else { return value }
    guard let index = index(of: step) else { return nil }
    switch self {
    case .object(var members):
      guard let changed = members[index].value.replacing(path.dropFirst(), with: value) else { return nil }
      members[index].value = changed
      return .object(members)
    case .array(var elements):
      guard let changed = elements[index].replacing(path.dropFirst(), with: value) else { return nil }
      elements[index] = changed
      return .array(elements)
    case .string, .literal: return nil
    }
  }

  /// Returns the value at a path; nil if there is none.
  public func value(at path: ArraySlice<String>) -> JSONTree? {
    guard let step = path.first else { return self }
    guard let index = index(of: step) else { return nil }
    return values[index].value(at: path.dropFirst())
  }

  /// The paths of all values inside this one, each value before those inside it.
  var paths: [[String]] {
    let steps = if case .object(let members) = self { members.map(\.key) } else { values.indices.map(String.init) }
    return zip(steps, values).flatMap { step, value in [[step]] + value.paths.map { [step] + $0 } }
  }

  /// The values of the members or elements; none for other values.
  private var values: [JSONTree] {
    switch self {
    case .object(let members): members.map(\.value)
    case .array(let elements): elements
    case .string, .literal: []
    }
  }

  /// Returns the index of a member or element; nil if there is none. Keys are compared as bytes.
  private func index(of step: String) -> Int? {
    if case .object(let members) = self { return members.firstIndex { $0.key.utf8.elementsEqual(step.utf8) } }
    return Int(step).flatMap { values.indices.contains($0) ? $0 : nil }
  }
}
