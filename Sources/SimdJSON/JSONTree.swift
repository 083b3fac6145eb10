/// A JSON value that can be changed, with the members of objects in the order of the text.
///
///     let tree = JSONTree(parsing: body)
///     let empty = tree?.replacing(["venues"], with: .array([]))?.bytes
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

  /// Returns the tree with the value at a path replaced; nil if there is no value at the path. The empty path is the whole tree.
  public func replacing(_ path: ArraySlice<String>, with value: JSONTree) -> JSONTree? {
    guard let step = path.first else { return value }
    var children = children
    guard let index = children.firstIndex(where: { $0.key.utf8.elementsEqual(step.utf8) }),
      let changed = children[index].value.replacing(path.dropFirst(), with: value)
    else { return nil }
    children[index].value = changed
    return with(children)
  }

  /// Returns the value at a path; nil if there is none.
  public func value(at path: ArraySlice<String>) -> JSONTree? {
    guard let step = path.first else { return self }
    return children.first { $0.key.utf8.elementsEqual(step.utf8) }?.value.value(at: path.dropFirst())
  }

  /// The members of an object, or the elements of an array with their indices as keys; none for other values.
  package var children: [(key: String, value: JSONTree)] {
    switch self {
    case .object(let members): members
    case .array(let elements): elements.enumerated().map { ("\($0.offset)", $0.element) }
    case .string, .literal: []
    }
  }

  /// Returns an object or array with other members or elements; other values unchanged.
  package func with(_ children: [(key: String, value: JSONTree)]) -> JSONTree {
    switch self {
    case .object: .object(children)
    case .array: .array(children.map(\.value))
    case .string, .literal: self
    }
  }
}
