import Basics
import FeedKit

/// Whether the records that a program names are in the replies.
///
/// Each reply is walked once, whatever the number of records.
struct RecordSearch {
  /// The JSON Pointers that were found, by request.
  private var found: [String: Set<String>] = [:]
  /// The requests whose replies were searched. Replies that are not JSON are not searched.
  private var searched: Set<String> = []

  /// The maximum depth of a document, as the parser has it.
  private static let depth = 64

  init(_ pointers: [RecordPointer], in replies: [FeedReply]) {
    for (label, pointers) in Dictionary(grouping: pointers, by: \.request) {
      guard let reply = replies.first(where: { $0.request.label == label }), reply.request.format == .json,
        let document = try? JSONDocument(parsing: reply.body)
      else { continue }
      searched.insert(label)
      let wanted = Set(pointers.map(\.pointer))
      var parents: Set<String> = []
      for pointer in wanted {
        let slashes = pointer.indices.filter { pointer[$0] == "/" }
        if slashes.count <= Self.depth { parents.formUnion(slashes.map { String(pointer[..<$0]) }) }
      }
      search(document.root, at: "", label, wanted, parents)
    }
  }

  private mutating func search(_ value: JSONValue, at pointer: String, _ label: String, _ wanted: Set<String>, _ parents: Set<String>) {
    if wanted.contains(pointer) { found[label, default: []].insert(pointer) }
    guard parents.contains(pointer) else { return }
    if value.isObject {
      var members = value.members
      while let member = members.next() {
        search(member.value, at: "\(pointer)/\(JSONPointer.escape(member.key))", label, wanted, parents)
      }
    } else if value.isArray {
      var elements = value.elements
      while let element = elements.next() { search(element, at: "\(pointer)/\(elements.index - 1)", label, wanted, parents) }
    }
  }

  /// Returns whether a record is in its reply; true if that cannot be determined.
  func has(_ pointer: RecordPointer) -> Bool {
    !searched.contains(pointer.request) || found[pointer.request]?.contains(pointer.pointer) == true
  }
}
