import AdapterTesting
import ExpatXML

/// XML text: it is read the same in pieces of any size, what is written is read as the same elements, and pointers lead to their elements.
enum XMLTarget {
  static func check(_ bytes: [UInt8]) throws {
    try checkReading(bytes, resolvingNamespaces: true)
    guard let document = try checkReading(bytes, resolvingNamespaces: false) else { return }
    // Bytes of other encodings become up to three.
    let size = document.root.textBytes
    try require(size <= 3 * bytes.count, "\(bytes.count) bytes became \(size)")
    try require(document.valueCount <= bytes.count, "\(bytes.count) bytes have \(document.valueCount) values")

    let written = XMLTree(document.root).bytes
    let copy = try XMLDocument(parsing: written, resolvingNamespaces: false)
    try require(XMLTree(copy.root).bytes == written, "the written text is not stable: \(String(decoding: written, as: UTF8.self))")
    if let difference = difference(document.root, copy.root, ignoresSpace: true) { throw BrokenProperty("written and read: \(difference)") }
  }

  @discardableResult
  private static func checkReading(_ bytes: [UInt8], resolvingNamespaces: Bool) throws -> XMLDocument? {
    let whole: XMLDocument
    do {
      whole = try XMLDocument(parsing: bytes, resolvingNamespaces: resolvingNamespaces)
    } catch {
      for size in pieceSizes(bytes) {
        do {
          _ = try XMLDocument(parsing: bytes, resolvingNamespaces: resolvingNamespaces, pieceSize: size)
        } catch let other {
          // Expat may find another error first if it has only a part of a token.
          let areSyntax = error.code == .syntax && other.code == .syntax
          try require(error == other || areSyntax, "in pieces of \(size): \(other), as a whole: \(error)")
          continue
        }
        throw BrokenProperty("only rejected as a whole, not in pieces of \(size): \(error)")
      }
      return nil
    }
    for size in pieceSizes(bytes) {
      let other = try XMLDocument(parsing: bytes, resolvingNamespaces: resolvingNamespaces, pieceSize: size)
      if let difference = difference(whole.root, other.root) { throw BrokenProperty("in pieces of \(size): \(difference)") }
      try require(
        (whole.namespace, whole.valueCount, whole.removedMarkCount) == (other.namespace, other.valueCount, other.removedMarkCount),
        "in pieces of \(size), the counts differ")
    }
    var pointers = 0
    try checkPointers(whole.root, in: whole.root, &pointers)
    return whole
  }

  private static func pieceSizes(_ bytes: [UInt8]) -> [Int] { [1, 7] + (bytes.count > 8 ? [bytes.count / 2] : []) }

  /// Checks the pointers of the first elements: finding one takes time in proportion to its siblings.
  private static func checkPointers(_ element: XMLElement, in root: XMLElement, _ count: inout Int) throws {
    count += 1
    if count > 50 { return }
    let found = root.element(at: element.pointer)
    try require(found?.pointer == element.pointer && found?.name == element.name, "the pointer \"\(element.pointer)\" leads elsewhere")
    for attribute in element.attributes {
      try require(element.attribute(attribute.name) != nil, "the attribute \(attribute.name) is not found")
    }
    for child in element.children { try checkPointers(child, in: root, &count) }
  }

  /// Returns the first difference of two elements.
  ///
  /// - Parameter ignoresSpace: whether texts that are only spaces count as empty.
  private static func difference(_ left: XMLElement, _ right: XMLElement, ignoresSpace: Bool = false) -> String? {
    if left.name.bytes != right.name.bytes { return "the names \"\(left.name)\" and \"\(right.name)\"" }
    func text(_ element: XMLElement) -> [UInt8] {
      let text = element.text.bytes
      return ignoresSpace && text.allSatisfy { $0 <= 0x20 } ? [] : text
    }
    if text(left) != text(right) { return "the texts of \"\(left.name)\": \"\(left.text)\" and \"\(right.text)\"" }
    let (attributes, others) = (left.attributes, right.attributes)
    if attributes.map(\.name.bytes) != others.map(\.name.bytes) || attributes.map(\.value.bytes) != others.map(\.value.bytes) {
      return "the attributes of \"\(left.name)\": \(attributes) and \(others)"
    }
    if left.children.count != right.children.count { return "the number of elements in \"\(left.name)\"" }
    for (child, other) in zip(left.children, right.children) {
      if let difference = difference(child, other, ignoresSpace: ignoresSpace) { return difference }
    }
    return nil
  }
}

extension String {
  /// The bytes, because texts in two Unicode forms are equal.
  fileprivate var bytes: [UInt8] { Array(utf8) }
}
