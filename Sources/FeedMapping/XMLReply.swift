package import FeedKit

/// A reply in XML as JSON, so that the rules of a mapping read it with element paths: `/channel/item` for the elements `item` in `channel`,
/// `/link/@href` for an attribute. Paths begin inside the root element.
///
/// An element with nothing but text is that text. Any other is an object of its attributes ("@href"), its elements by name, and its text
/// ("#text"). Elements that a mapping reads as a list are an array, even if there is only one, or none; of others with the same name, the
/// first is used.
package struct XMLReply {
  /// The names of elements that are lists.
  private let lists: Set<String>
  /// The path of the records, by the names of elements.
  private let records: [String]

  /// - Parameters:
  ///   - mapping: the JSON of the mapping.
  ///   - records: the pointer of the records.
  init(_ mapping: JSONValue, records: String) {
    lists = Self.lists(in: mapping)
    self.records = JSONPointer.tokens(records)
  }

  func document(_ document: XMLDocument) throws(JSONError) -> JSONDocument {
    var writer = JSONWriter(capacity: 1 << 16)
    write(document.root, depth: 0, isOfRecords: true, to: &writer)
    return try JSONDocument(parsing: writer.bytes)
  }

  /// - Parameter isOfRecords: whether the element is on the path of the records, at this depth.
  private func write(_ element: XMLElement, depth: Int, isOfRecords: Bool, to writer: inout JSONWriter) {
    let (attributes, text) = (element.attributes, element.text)
    var names: [String] = []
    var children: [String: [XMLElement]] = [:]
    for child in element.children {
      if children[child.name] == nil { names.append(child.name) }
      children[child.name, default: []].append(child)
    }
    let next = isOfRecords && depth < records.count ? records[depth] : nil
    // A list of records may have none.
    if let next, depth == records.count - 1, children[next] == nil { names.append(next) }
    if attributes.isEmpty, names.isEmpty, depth > 0 { return writer.string(text) }
    writer.beginObject()
    for (name, value) in attributes {
      writer.key("@\(name)")
      writer.string(value)
    }
    for name in names {
      let found = children[name] ?? []
      writer.key(name)
      guard lists.contains(name) || found.isEmpty else {
        write(found[0], depth: depth + 1, isOfRecords: name == next, to: &writer)
        continue
      }
      writer.beginArray()
      for child in found { write(child, depth: depth + 1, isOfRecords: false, to: &writer) }
      writer.endArray()
    }
    if text.contains(where: { !$0.isWhitespace }) { writer.member("#text", text) }
    writer.endObject()
  }

  // MARK: - Lists

  package static let keysOfLists: Set<String> = [
    "records", "each", "services", "in", "within", "tags", "labels", "notes", "notice", "audience",
  ]

  /// Returns the last names of the paths that a mapping reads as lists.
  package static func lists(in value: JSONValue) -> Set<String> {
    var found: Set<String> = []
    var elements = value.elements
    while let element = elements.next() { found.formUnion(lists(in: element)) }
    var members = value.members
    while let member = members.next() {
      if keysOfLists.contains(member.key) { found.formUnion(names(in: member.value)) }
      if !Mapping.keysOfTexts.contains(member.key) { found.formUnion(lists(in: member.value)) }
    }
    return found
  }

  /// Returns the last names of paths: a path, a list of them, or alternatives.
  private static func names(in value: JSONValue) -> Set<String> {
    if let text = value.string { return Set(JSONPointer.tokens(text).suffix(1)) }
    var found: Set<String> = []
    var elements = value.elements
    while let element = elements.next() { found.formUnion(names(in: element)) }
    if let alternatives = value["first"] { found.formUnion(names(in: alternatives)) }
    return found
  }
}
