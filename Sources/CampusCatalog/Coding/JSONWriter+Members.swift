package import OpeningHours
public import SimdJSON

/// Members of objects. A member without a value, or with an empty list of texts, is left out.
extension JSONWriter {
  @inline(__always)
  package mutating func member(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    self.key(key)
    string(text)
  }

  @inline(__always)
  package mutating func member(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    self.key(key)
    integer(number)
  }

  @inline(__always)
  package mutating func member(_ key: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    self.key(key)
    bool(flag)
  }

  @inline(__always)
  package mutating func member(_ key: StaticString, _ date: LocalDate?) {
    guard let date else { return }
    self.key(key)
    plainString(limit: 10) { date.write(to: $0) }
  }

  @inline(__always)
  package mutating func member(_ key: StaticString, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    list(key, texts) { $1.string($0) }
  }

  /// Writes a value that is canonical JSON text already.
  package mutating func json(_ text: some Collection<UInt8>) {
    let bytes = Array(text)
    bytes.withUnsafeBytes { bytes in
      value(limit: bytes.count) { room in
        if let from = bytes.baseAddress { room.copyMemory(from: from, byteCount: bytes.count) }
        return bytes.count
      }
    }
  }

  /// Writes a member that is an object, whose members `write` writes.
  @inline(__always)
  package mutating func object(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
    self.key(key)
    beginObject()
    write(&self)
    endObject()
  }

  /// Writes a member that is an array, which may be empty. `write` writes one element.
  @inline(__always)
  package mutating func list<Element>(_ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
    self.key(key)
    array(elements, write)
  }

  /// Writes a member that is an array of objects, which may be empty. `write` writes the members of one object.
  @inline(__always)
  package mutating func objects<Element>(_ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
    list(key, elements) { element, writer in
      writer.beginObject()
      write(element, &writer)
      writer.endObject()
    }
  }

  /// Writes an array. `write` writes one element.
  @inline(__always)
  package mutating func array<Element>(_ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }

  /// Writes a value that is stored as JSON text. Anything else is written as a string.
  public mutating func canonical(_ json: String) {
    if let document = try? JSONDocument(parsing: Array(json.utf8)) {
      copy(document.root)
    } else {
      string(json)
    }
  }
}
