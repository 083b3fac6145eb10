import Basics

/// An element of a parsed XML text.
///
/// Elements of the root's namespace have their local names; others, and attributes in a namespace, have their prefixes ("xsi:type").
public struct XMLElement: Sendable {
  let nodes: XMLNodes
  let index: Int32
  /// The element at which pointers start.
  let anchor: Int32

  private var node: XMLNodes.Node { nodes.nodes[Int(index)] }

  public var name: String { nodes.names[Int(node.name)] }

  /// The text directly in this element, without the text of elements inside it.
  public var text: String { nodes.string(node.textStart, node.textEnd) }

  /// The elements directly inside this one.
  public var children: XMLElements { XMLElements(in: self, name: nil) }

  /// The elements with a name directly inside this one.
  public func elements(_ name: String) -> XMLElements { XMLElements(in: self, name: name) }

  /// Returns the value of an attribute; nil if it is absent.
  public func attribute(_ name: String) -> String? {
    guard let known = nodes.index(of: name), let index = attributeRange.first(where: { nodes.attributes[$0].name == known }) else {
      return nil
    }
    return nodes.string(nodes.attributes[index].start, nodes.attributes[index].end)
  }

  /// All attributes, in the order of the text.
  public var attributes: [(name: String, value: String)] {
    attributeRange.map { index in
      let attribute = nodes.attributes[index]
      return (nodes.names[Int(attribute.name)], nodes.string(attribute.start, attribute.end))
    }
  }

  private var attributeRange: Range<Int> { Int(node.firstAttribute)..<Int(node.lastAttribute) }

  /// The number of elements and attributes, this one included.
  public var valueCount: Int {
    let last = nodes.nodes[Int(node.end) - 1]
    return Int(node.end - index) + Int(last.lastAttribute - node.firstAttribute)
  }

  /// The size of all texts and attribute values, of this element and those inside it, in bytes.
  public var textBytes: Int { Int(node.textEnd - node.contentStart) }

  /// This element as the one at which the pointers of the elements inside it start.
  public var anchored: XMLElement { XMLElement(nodes: nodes, index: index, anchor: index) }

  /// The location of this element in its document or, if it was reached from an `anchored` element, relative to that one, in the form of
  /// a JSON Pointer (RFC 6901): "/day/3/category".
  ///
  /// Each step is the name of an element, followed by its index among those of the same name if there are several. Linear in the number
  /// of its siblings.
  public var pointer: String {
    guard index != anchor, node.parent >= 0 else { return "" }
    let parent = XMLElement(nodes: nodes, index: node.parent, anchor: anchor)
    var (position, count) = (0, 0)
    for sibling in parent.children where sibling.node.name == node.name {
      if sibling.index == index { position = count }
      count += 1
    }
    return parent.pointer + "/" + JSONPointer.escape(name) + (count > 1 ? "/\(position)" : "")
  }

  /// Returns the element at a pointer that starts at this one; nil if there is none. A name without an index is the first of that name.
  package func element(at pointer: String) -> XMLElement? {
    var element: XMLElement? = self
    var rest = JSONPointer.tokens(pointer)[...]
    while let name = rest.popFirst() {
      let index = rest.first.flatMap { Int($0) }
      if index != nil { rest.removeFirst() }
      element = element?.elements(name).dropFirst(max(0, index ?? 0)).first { _ in true }
    }
    return element
  }

  /// The location of an attribute: "/location/@latitude".
  public func pointer(ofAttribute name: String) -> String { "\(pointer)/@\(JSONPointer.escape(name))" }
}
