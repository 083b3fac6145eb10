import SimdJSON

/// The headers of a reply that is kept, by their names in lower case: as text until somebody looks at them, for most runs only learn
/// that the reply is still good.
public struct KeptHeaders: Sendable, Hashable {
  /// An object of texts as canonical JSON, sorted by name.
  public let json: String

  private static let none = "{}"

  /// - Parameter json: as another value gave it.
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

  /// The value of a header; nil for one that is missing.
  ///
  /// - Parameter name: in lower case.
  public func value(_ name: String) -> String? { contains("\"\(name)\":") ? (try? read())?[name] : nil }

  /// The same with other values; nil when they are those that it has.
  ///
  /// - Parameter values: by names in lower case.
  public func replacing(_ values: [String: String]) -> KeptHeaders? {
    // The common case needs no reading: a value without escapes that is as it was.
    if values.allSatisfy({ contains("\"\($0.key)\":\"\($0.value)\"") }) { return nil }
    guard let old = try? read() else { return nil }
    let new = old.merging(values) { $1 }
    return new == old ? nil : KeptHeaders(new)
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

  /// - Throws: `JSONError` or `JSONFieldError` for a text that was not written here.
  public func read() throws -> [String: String] {
    guard json != Self.none else { return [:] }
    let document = try JSONDocument(parsing: Array(json.utf8))
    guard document.root.isObject else { throw document.root.fault(.type, "headers are no object") }
    var headers: [String: String] = [:]
    var members = document.root.members
    while let member = members.next() {
      guard let value = member.value.string else { throw member.value.fault(.type, "a header is no text") }
      headers[member.key] = value
    }
    return headers
  }
}
