import SimdJSON

/// JSON texts as this program writes them.
enum CanonicalJSON {
  /// The text would be written again with the same bytes.
  static func isCanonical(_ text: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(parsing: text) else { return false }
    var writer = JSONWriter(capacity: text.count + 64)
    writer.copy(document.root)
    return writer.withBytes { $0.elementsEqual(text) }
  }
}
