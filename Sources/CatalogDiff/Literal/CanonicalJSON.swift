import SimdJSON

/// JSON in the form in which `JSONWriter` writes it.
///
/// Members keep their order, so objects with the same members in another order have another canonical form.
enum CanonicalJSON {
  /// Whether writing the text again gives the same bytes.
  static func isCanonical(_ text: [UInt8]) -> Bool { canonical(text) == text }

  /// Returns the text in canonical form; nil if it is not JSON.
  static func canonical(_ text: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(parsing: text) else { return nil }
    return document.root.canonical
  }

  /// Whether two texts have the same values, however they are formatted.
  static func isSame(_ text: [UInt8], _ other: [UInt8]) -> Bool { text == other || canonical(text) == canonical(other) }

  /// Whether two lists of objects have the same values, in any order.
  static func areSame(_ lines: [[UInt8]], _ others: [[UInt8]]) -> Bool {
    func sorted(_ lines: [[UInt8]]) -> [[UInt8]] {
      lines.map { (id: id(of: $0) ?? [], line: $0) }.sorted { $0.id.lexicographicallyPrecedes($1.id) }.map(\.line)
    }
    return lines.count == others.count && zip(sorted(lines), sorted(others)).allSatisfy(isSame)
  }

  /// Returns the `id` of an object as UTF-8; nil if it has none.
  static func id(of text: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(parsing: text), let id = document.root["id"]?.string else { return nil }
    return Array(id.utf8)
  }

  /// Returns the index of each object, by id; nil if an object has no id, or two have the same.
  static func indicesByID(_ lines: [[UInt8]]) -> [[UInt8]: Int]? {
    var indices: [[UInt8]: Int] = [:]
    for (index, line) in lines.enumerated() {
      guard let id = id(of: line), indices.updateValue(index, forKey: id) == nil else { return nil }
    }
    return indices
  }

  /// Whether the objects are sorted by the bytes of their ids, each id once.
  static func isSortedByID(_ lines: [[UInt8]]) -> Bool {
    let ids = lines.map { id(of: $0) }
    return !ids.contains(nil) && zip(ids, ids.dropFirst()).allSatisfy { ($0 ?? []).lexicographicallyPrecedes($1 ?? []) }
  }
}

extension JSONValue {
  var canonical: [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    writer.copy(self)
    return writer.bytes
  }
}
