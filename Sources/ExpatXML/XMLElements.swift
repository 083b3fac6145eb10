/// The elements directly inside another one, all of them or those with a name, in the order of the text.
public struct XMLElements: Sequence, Sendable {
  private let parent: XMLElement
  private let name: String?

  init(in parent: XMLElement, name: String?) {
    self.parent = parent
    self.name = name
  }

  public var first: XMLElement? {
    var elements = makeIterator()
    return elements.next()
  }

  public var count: Int { reduce(0) { count, _ in count + 1 } }

  public func makeIterator() -> Iterator { Iterator(parent, name) }

  public struct Iterator: IteratorProtocol {
    private let nodes: XMLNodes
    private let anchor: Int32
    private let name: Int32?
    private var position: Int32
    private let end: Int32

    fileprivate init(_ parent: XMLElement, _ name: String?) {
      nodes = parent.nodes
      anchor = parent.anchor
      let range = parent.nodes.nodes[Int(parent.index)]
      // A name that does not occur in the text has no elements.
      let known = name.map { parent.nodes.index(of: $0) ?? -1 }
      self.name = known
      (position, end) = (known == -1 ? range.end : parent.index + 1, range.end)
    }

    public mutating func next() -> XMLElement? {
      while position < end {
        let index = position
        let node = nodes.nodes[Int(index)]
        position = node.end
        if name == nil || node.name == name { return XMLElement(nodes: nodes, index: index, anchor: anchor) }
      }
      return nil
    }
  }
}
