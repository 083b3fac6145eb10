/// The text of a new catalog that is laid out in another way than this program does it, as a difference has it.
struct NewText: Sendable {
  let bytes: [UInt8]
  private let name: String

  /// - Parameter name: what messages call it.
  init(named name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// - Parameter catalog: the new catalog, made of the old one and the differences.
  /// - Throws: `DiffError` for a text that has other values.
  func check(against catalog: [UInt8]) throws {
    let (text, catalog) = (try WholeLines(CatalogText(named: name, bytes: bytes)), try WholeLines(CatalogText(named: name, bytes: catalog)))
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

  private func mismatch(_ what: String) -> DiffError { DiffError("\(name) is not what the rest of the difference makes: \(what)") }

  /// In any order: texts of another layout may have another one.
  private static func isSame(_ lines: [[UInt8]], _ others: [[UInt8]]) -> Bool {
    guard lines.count == others.count else { return false }
    let (lines, others) = (sorted(lines), sorted(others))
    return zip(lines, others).allSatisfy { isSame($0, $1) }
  }

  private static func sorted(_ lines: [[UInt8]]) -> [[UInt8]] {
    lines.map { (id: CanonicalJSON.id(of: $0) ?? [], line: $0) }.sorted { $0.id.lexicographicallyPrecedes($1.id) }.map(\.line)
  }

  /// The same values, in any way of writing.
  private static func isSame(_ line: [UInt8], _ other: [UInt8]) -> Bool {
    line == other || CanonicalJSON.canonical(line) == CanonicalJSON.canonical(other)
  }
}
