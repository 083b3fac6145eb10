import SimdJSON

/// The headers of a stored reply, by lower-case name. They are parsed lazily from JSON, because most runs only find that the reply is
/// still current.
public struct StoredHeaders: Sendable, Hashable {
  /// The headers as a canonical JSON object of strings, sorted by name.
  public let json: String

  public init(json: String) { self.json = json }

  public init(_ headers: [String: String]) {
    var writer = JSONWriter(capacity: 1024)
    writer.object(of: headers)
    json = writer.text
  }

  /// Returns a copy with the given values; nil if nothing changes.
  ///
  /// - Parameter values: by lower-case name.
  public func replacing(_ values: [String: String]) -> StoredHeaders? {
    guard let old = try? read() else { return nil }
    let new = old.merging(values) { $1 }
    return new == old ? nil : StoredHeaders(new)
  }

  /// - Throws: `JSONError` or `JSONFieldError` for text that this type did not write.
  public func read() throws -> [String: String] {
    let document = try JSONDocument(parsing: Array(json.utf8))
    return Dictionary(try document.root.texts()) { _, last in last }
  }
}

extension JSONWriter {
  /// Writes an object of strings, sorted by key.
  mutating func object(of texts: [String: String]) {
    beginObject()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      key(name)
      string(text)
    }
    endObject()
  }
}

extension JSONValue {
  /// Returns the members of this object, which must be text.
  func texts() throws(JSONFieldError) -> [(String, String)] {
    guard isObject else { throw fault(.type, "expected an object, found \(kind)") }
    var texts: [(String, String)] = []
    var members = members
    while let member = members.next() {
      guard let text = member.value.string else { throw member.value.fault(.type, "expected text, found \(member.value.kind)") }
      texts.append((member.key, text))
    }
    return texts
  }
}
