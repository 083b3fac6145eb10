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

  // MARK: - Order

  /// Returns the tree with the keys of every object in random order. Arrays keep their order.
  func shufflingKeys(_ generator: inout some RandomNumberGenerator) -> JSONTree {
    switch self {
    case .object(let members):
      var shuffled: [(key: String, value: JSONTree)] = []
      for member in members { shuffled.append((member.key, member.value.shufflingKeys(&generator))) }
      shuffled.shuffle(using: &generator)
      return .object(shuffled)
    case .array(let elements):
      var changed: [JSONTree] = []
      for element in elements { changed.append(element.shufflingKeys(&generator)) }
      return .array(changed)
    default: return self
    }
  }

  // MARK: - Places

  /// Returns the tree with the value at a path replaced; nil if there is no value at the path. The empty path is the whole tree.
  public func replacing(_ path: ArraySlice<Step>, with value: JSONTree) -> JSONTree? {
    guard let step = path.first else { return value }
    switch (self, step) {
    case (.object(var members), .key(let key)):
      guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }),
        let changed = members[index].value.replacing(path.dropFirst(), with: value)
      else { return nil }
      members[index].value = changed
      return .object(members)
    case (.array(var elements), .index(let index)):
      guard elements.indices.contains(index), let changed = elements[index].replacing(path.dropFirst(), with: value) else { return nil }
      elements[index] = changed
      return .array(elements)
    default: return nil
    }
  }

  /// One step of a path.
  public enum Step: Sendable {
    case key(String)
    case index(Int)
  }

  /// Returns the steps of a JSON Pointer (RFC 6901): "/venues/0" is the key "venues", then the index 0; "" is no step.
  ///
  /// A number is always an index. The escapes ~0 and ~1 are not decoded.
  public static func steps(_ pointer: String) -> [Step] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
      Int(token).map { .index($0) } ?? .key(String(token))
    }
  }

  /// Returns the value at a path; nil if there is none. Keys are compared as bytes.
  public func value(at path: ArraySlice<Step>) -> JSONTree? {
    guard let step = path.first else { return self }
    switch (self, step) {
    case (.object(let members), .key(let key)):
      return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value.value(at: path.dropFirst())
    case (.array(let elements), .index(let index)):
      return elements.indices.contains(index) ? elements[index].value(at: path.dropFirst()) : nil
    default: return nil
    }
  }

  /// The paths of all values inside this one, each value before those inside it.
  var paths: [[Step]] {
    switch self {
    case .object(let members): members.flatMap { member in [[.key(member.key)]] + member.value.paths.map { [.key(member.key)] + $0 } }
    case .array(let elements):
      elements.enumerated().flatMap { index, element in [[.index(index)]] + element.paths.map { [.index(index)] + $0 } }
    default: []
    }
  }
}
