import SimdJSON

/// The headers of a stored reply, by lower-case name. They are parsed lazily from JSON, because most runs only find that the reply is
/// still current.
public struct StoredHeaders: Sendable, Hashable {
  /// The headers as a canonical JSON object of strings, sorted by name.
  public let json: String

  private static let none = "{}"

  /// - Parameter json: the `json` of another value.
  public init(json: String) { self.json = json }

  public init(_ headers: [String: String]) {
    guard !headers.isEmpty else {
      json = Self.none
      return
    }
    var writer = JSONWriter(capacity: 1024)
    writer.beginObject()
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    json = writer.text
  }

  /// Returns the value of a header; nil if there is none.
  ///
  /// - Parameter name: in lower case.
  public func value(_ name: String) -> String? { contains("\"\(name)\":") ? (try? read())?[name] : nil }

  /// Returns a copy with the given values; nil if nothing changes.
  ///
  /// - Parameter values: by lower-case name.
  public func replacing(_ values: [String: String]) -> StoredHeaders? {
    // Usually no value has changed, which can be seen without parsing.
    if values.allSatisfy({ contains("\"\($0.key)\":\"\($0.value)\"") }) { return nil }
    guard let old = try? read() else { return nil }
    let new = old.merging(values) { $1 }
    return new == old ? nil : StoredHeaders(new)
  }

  private func contains(_ text: String) -> Bool {
    var (json, text) = (json, text)
    return json.withUTF8 { json in
      text.withUTF8 { text in
        guard let first = text.first else { return true }
        var start = 0
        while start + text.count <= json.count {
          if json[start] == first, json[start..<start + text.count].elementsEqual(text) { return true }
          start += 1
        }
        return false
      }
    }
  }

  /// Parses the headers.
  ///
  /// - Throws: `JSONError` or `JSONFieldError` for text that this type did not write.
  public func read() throws -> [String: String] {
    guard json != Self.none else { return [:] }
    let document = try JSONDocument(parsing: Array(json.utf8))
    guard document.root.isObject else { throw document.root.fault(.type, "the headers are not an object") }
    var headers: [String: String] = [:]
    var members = document.root.members
    while let member = members.next() {
      guard let value = member.value.string else { throw member.value.fault(.type, "a header is not a string") }
      headers[member.key] = value
    }
    return headers
  }
}
