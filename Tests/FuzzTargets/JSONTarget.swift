import Foundation
import SimdJSON

/// JSON text: both of our readers accept the same texts, Foundation's accepts them, too, and what is written is read as the same value.
enum JSONTarget {
  static func check(_ bytes: [UInt8]) throws {
    let fault = StrictScanner.fault(in: bytes.span)
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      try require(error == fault, "the document reports \(error), the scanner \(text(fault))")
      return
    }
    try require(fault == nil, "only the scanner rejects the text: \(text(fault))")
    try require(foundationAccepts(bytes), "Foundation rejects the text")

    let written = canonical(document)
    let copy = try JSONDocument(parsing: written)
    try require(areEqual(document.root, copy.root), "the written text has another value: \(text(written))")
    try require(canonical(copy) == written, "the written text is not stable: \(text(written))")
    // The longest escape of a byte has six.
    try require(written.count <= 6 * bytes.count + 32, "\(bytes.count) bytes became \(written.count)")

    let tree = JSONTree(document.root)
    try require(tree.bytes == written, "the tree has another text: \(tree.text)")
    let pretty = try JSONDocument(parsing: Array(tree.pretty().utf8))
    try require(canonical(pretty) == written, "the text for people has another value: \(tree.pretty())")
  }

  private static func canonical(_ document: borrowing JSONDocument) -> [UInt8] {
    var writer = JSONWriter()
    writer.copy(document.root)
    return writer.bytes
  }

  private static func areEqual(_ left: borrowing JSONValue, _ right: borrowing JSONValue) -> Bool {
    guard left.kind == right.kind, left.count == right.count else { return false }
    switch left.kind {
    case .object:
      var (members, others) = (left.members, right.members)
      while let member = members.next(), let other = others.next() {
        if Array(member.key.utf8) != Array(other.key.utf8) || !areEqual(member.value, other.value) { return false }
      }
      return true
    case .array:
      var (elements, others) = (left.elements, right.elements)
      while let element = elements.next(), let other = others.next() {
        if !areEqual(element, other) { return false }
      }
      return true
    case .string: return left.string.map { Array($0.utf8) } == right.string.map { Array($0.utf8) }
    case .number: return left.double == right.double && (left.integer == nil || left.integer == right.integer)
    case .true, .false, .null: return true
    }
  }

  /// Returns whether Foundation's parser accepts a text. It accepts more than ours, such as a comma before a closing bracket.
  private static func foundationAccepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func text(_ error: JSONError?) -> String { error.map { "\($0)" } ?? "no error" }
}
