/// The whole text of a new catalog whose layout is not canonical: `/literal/text` of a `DiffDocument`.
struct NonCanonicalText: Sendable {
  /// The text as UTF-8, as it is written.
  let bytes: [UInt8]
  private let name: String

  /// - Parameter name: the name for messages.
  init(named name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// Verifies that the text has the same values as a catalog.
  ///
  /// - Parameter catalog: the new catalog, made from the old one and the differences.
  /// - Throws: `DiffError` if a value differs.
  func check(against catalog: [UInt8]) throws {
    let text = try InMemoryCatalogLines(CatalogText(named: name, bytes: bytes))
    let catalog = try InMemoryCatalogLines(CatalogText(named: name, bytes: catalog))
    let isSame =
      text.head.generatedAt == catalog.head.generatedAt && text.contentHash == catalog.contentHash
      && Self.isSame(text.head.campuses, catalog.head.campuses) && Self.isSame(text.head.feeds, catalog.head.feeds)
    guard isSame else { throw mismatch("its time, content hash, campuses or feeds") }
    while true {
      let (entry, other) = (try text.next(), try catalog.next())
      if entry == nil, other == nil { return }
      guard let entry, let other, Self.isSame(Array(entry.bytes), Array(other.bytes)) else { throw mismatch("its entries") }
    }
  }

  private func mismatch(_ what: String) -> DiffError { DiffError("\(name) does not match the rest of the diff: \(what) differ") }

  /// Whether two lists have the same values, in any order.
  private static func isSame(_ lines: [[UInt8]], _ others: [[UInt8]]) -> Bool {
    guard lines.count == others.count else { return false }
    let (lines, others) = (sorted(lines), sorted(others))
    return zip(lines, others).allSatisfy { isSame($0, $1) }
  }

  private static func sorted(_ lines: [[UInt8]]) -> [[UInt8]] {
    lines.map { (id: CanonicalJSON.id(of: $0) ?? [], line: $0) }.sorted { $0.id.lexicographicallyPrecedes($1.id) }.map(\.line)
  }

  /// Whether two lines have the same values, however they are formatted.
  private static func isSame(_ line: [UInt8], _ other: [UInt8]) -> Bool {
    line == other || CanonicalJSON.canonical(line) == CanonicalJSON.canonical(other)
  }
}
