/// The elements of a parsed text, in the order in which they begin, and their texts and attributes.
final class XMLNodes: Sendable {
  /// An element. The elements inside it follow it, up to `end`.
  struct Node {
    /// The index of the name in `names`.
    let name: Int32
    /// The index of the element that contains it; -1 for the root.
    let parent: Int32
    /// The index after the last element inside it.
    var end: Int32 = 0
    /// The range of its attributes in `attributes`.
    let firstAttribute: Int32
    var lastAttribute: Int32
    /// The range of its own text in `text`.
    var textStart: Int32 = 0
    var textEnd: Int32 = 0
    /// The start in `text` of the texts and attributes of the element and its descendants. They end at `textEnd`.
    let contentStart: Int32
  }

  struct Attribute {
    let name: Int32
    let start: Int32
    let end: Int32
  }

  let nodes: [Node]
  let attributes: [Attribute]
  let names: [String]
  private let nameIndices: [[UInt8]: Int32]
  /// The UTF-8 bytes of all texts and attribute values.
  let text: [UInt8]

  init(nodes: [Node], attributes: [Attribute], names: [String], nameIndices: [[UInt8]: Int32], text: [UInt8]) {
    self.nodes = nodes
    self.attributes = attributes
    self.names = names
    self.nameIndices = nameIndices
    self.text = text
  }

  /// Returns the index of a name; nil if it does not occur in the text.
  func index(of name: String) -> Int32? { nameIndices[Array(name.utf8)] }

  func string(_ start: Int32, _ end: Int32) -> String { String(decoding: text[Int(start)..<Int(end)], as: UTF8.self) }
}
