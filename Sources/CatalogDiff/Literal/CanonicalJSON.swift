import SimdJSON

/// JSON texts as this program writes them.
enum CanonicalJSON {
  /// The text would be written again with the same bytes.
  static func isCanonical(_ text: [UInt8]) -> Bool { canonical(text) == text }

  /// The text as this program would write it; nil for what is no JSON.
  static func canonical(_ text: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(parsing: text) else { return nil }
    var writer = JSONWriter(capacity: text.count + 64)
    writer.copy(document.root)
    return writer.bytes
  }

  /// The bytes of an object's `id`; nil where it has none.
  static func id(of text: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(parsing: text), let id = document.root["id"]?.string else { return nil }
    return Array(id.utf8)
  }

  /// Objects in the order of the bytes of their ids, each id once.
  static func isSortedByID(_ lines: [[UInt8]]) -> Bool {
    let ids = lines.map { id(of: $0) }
    return !ids.contains(nil) && zip(ids, ids.dropFirst()).allSatisfy { ($0 ?? []).lexicographicallyPrecedes($1 ?? []) }
  }
}
