import Basics
import SimdJSON

/// A patch: the literal part of a `DiffDocument`. Applied to the old catalog it gives the new one, byte for byte.
///
///     let patch = try CatalogPatch(reading: diff, named: "changes.json")
///     try patch.apply(to: old) { bytes in … }
public struct CatalogPatch: Sendable {
  /// A line that differs, as canonical JSON. `old` is nil for a line that was added, and `new` for one that was removed.
  fileprivate struct Difference: Sendable {
    let old: [UInt8]?
    let new: [UInt8]?
    /// The id as UTF-8; the same in `old` and `new`.
    let id: [UInt8]

    var name: String { String(decoding: id, as: UTF8.self) }
  }

  private let name: String

  private let generatedAt: (from: String, to: String)
  private let contentHash: (from: String, to: String)
  private let campuses: [Difference]
  private let feeds: [Difference]
  private let entries: [Difference]
  /// The whole text of a new catalog whose layout is not canonical: `/literal/text`.
  private let text: [UInt8]?

  /// Reads a patch and verifies that the new values are allowed in a catalog.
  ///
  /// - Parameters:
  ///   - bytes: a `campus-diff/1` document.
  ///   - name: the name for messages, such as a path.
  /// - Throws: `DiffError` for any other document, and for one without a literal part.
  public init(reading bytes: [UInt8], named name: String) throws {
    let document = try CatalogLineDecoder.document(bytes, named: name)
    let root = document.root
    guard root["schema"]?.string == DiffDocument.schema else {
      throw DiffError(
        "\(name) is not a diff of catalogs: \"schema\" must be \"\(DiffDocument.schema)\"; make one with diff --format json")
    }
    if root["filter"] != nil {
      throw DiffError(
        "\(name) has only some of the changes, so it cannot be applied; make it again with diff --format json, without --only, --kind, "
          + "--campus and --feed")
    }
    guard let literal = root["literal"] else {
      throw DiffError("\(name) has no \"literal\" part, so it cannot be applied; make it again with diff --format json")
    }
    self.name = name
    generatedAt = try Self.pair(literal, "generatedAt", name)
    contentHash = try Self.pair(literal, "contentHash", name)
    campuses = try Self.differences(literal, "campuses", name)
    feeds = try Self.differences(literal, "feeds", name)
    entries = try Self.differences(literal, "entries", name)
    for (left, right) in zip(entries, entries.dropFirst()) where !left.id.lexicographicallyPrecedes(right.id) {
      throw DiffError("\(name): the literal entries must be sorted by id, each id once")
    }
    let text = literal["text"]
    self.text = text?.string.map { Array($0.utf8) }
    guard (text == nil) == (self.text == nil) else { throw DiffError("\(name): /literal/text must be a string") }
    try check()
  }

  /// Writes the new catalog to a sink, piece by piece. The old catalog is read twice, because its layout must be known first.
  ///
  /// When this throws, the sink may have received the beginning of a catalog, which the caller must discard: a wrong old catalog is
  /// only certain to be detected at its end.
  ///
  /// - Throws: `DiffError` if the old catalog is not the one that the diff was made from; errors of reading and of the sink.
  public func apply(to old: CatalogText, writingTo sink: CatalogWriter.Sink) throws {
    do {
      let lines: any CatalogLines =
        CatalogComparison.hasCanonicalLayout(old) ? try StreamedCatalogLines(old) : try InMemoryCatalogLines(old)
      guard let text else { return try apply(to: lines, sink) }
      var made: [UInt8] = []
      try apply(to: lines) { made.append(contentsOf: $0) }
      try check(text, against: made)
      try text.withUnsafeBytes { try sink($0) }
    } catch is NotCanonicalLayout {
      throw DiffError("\(old.name) changed while it was read")
    }
  }

  /// Writes the new catalog in the canonical layout: merges the entries of the old one with the differences, which are also sorted by id.
  ///
  /// Each old line must have the values that the patch expects. The content hashes are verified at the end.
  private func apply(to old: some CatalogLines, _ sink: CatalogWriter.Sink) throws {
    let head = old.edition
    guard head.generatedAt == generatedAt.from else { throw mismatch(head, "it was generated at \(head.generatedAt)") }
    let campuses = try patched(head.campuses, by: self.campuses, head)
    let feeds = try patched(head.feeds, by: self.feeds, head)
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", Catalog.schema)
    writer.member("generatedAt", generatedAt.to)
    writer.lines(",\n\"campuses\":[", campuses)
    writer.lines("\n],\n\"feeds\":[", feeds)
    writer.literal("\n],\n\"entries\":[")
    var isFirst = true
    var rest = entries[...]
    var oldHash = LineHash(head.campuses)
    var newHash = LineHash(campuses)
    func write(_ line: UnsafeRawBufferPointer) throws {
      newHash.update(line)
      writer.literal(isFirst ? "\n" : ",\n")
      isFirst = false
      writer.raw(line)
      guard writer.count > 1 << 16 else { return }
      try writer.withBytes { try sink($0) }
      writer.removeAll()
    }
    /// Writes the new entries whose ids come before this one.
    func insert(before id: UnsafeRawBufferPointer?) throws {
      while let next = rest.first, id.map({ id in next.id.withUnsafeBytes { $0.order(to: id) < 0 } }) ?? true {
        guard next.old == nil, let new = next.new else {
          throw mismatch(head, "it has no entry \(next.name)")
        }
        try new.withUnsafeBytes { try write($0) }
        rest.removeFirst()
      }
    }
    while let entry = try old.next() {
      oldHash.update(entry.bytes)
      try insert(before: entry.id)
      guard let next = rest.first, next.id.withUnsafeBytes({ $0.order(to: entry.id) == 0 }) else {
        try write(entry.bytes)
        continue
      }
      guard let before = next.old, CanonicalJSON.isSame(before, Array(entry.bytes)) else {
        throw mismatch(head, "its entry \(next.name) is different")
      }
      try next.new?.withUnsafeBytes { try write($0) }
      rest.removeFirst()
    }
    try insert(before: nil)
    let oldContentHash = old.edition.contentHash
    guard oldContentHash == contentHash.from else { throw mismatch(head, "its content hash is \(oldContentHash)") }
    // A catalog that was edited by hand has the hash from before the edit. Then the wrong hash is not a fault of the diff.
    let made = newHash.text
    guard made == contentHash.to || contentHash.to == contentHash.from || oldHash.text != contentHash.from else {
      throw DiffError("the diff says that the content hash of the new catalog is \(contentHash.to), but it is \(made)")
    }
    writer.literal("\n],\n")
    writer.member("contentHash", contentHash.to)
    writer.endObject()
    writer.literal("\n")
    try writer.withBytes { try sink($0) }
  }

  /// Returns a list of lines with the differences applied, sorted by id. Other lines stay the same, byte for byte.
  ///
  /// - Throws: `DiffError` if the list does not have the line that a difference changes or removes, or already has one that it adds.
  private func patched(_ lines: [[UInt8]], by differences: [Difference], _ head: CatalogComparison.Edition) throws -> [[UInt8]] {
    if differences.isEmpty, CanonicalJSON.isSortedByID(lines) { return lines }
    var byID: [[UInt8]: [UInt8]] = [:]
    for line in lines {
      guard let id = CanonicalJSON.id(of: line) else { throw mismatch(head, "one of its campuses or feeds has no id") }
      byID[id] = line
    }
    for difference in differences {
      let line = byID[difference.id]
      let isRight = difference.old.map { old in line.map { CanonicalJSON.isSame(old, $0) } ?? false } ?? (line == nil)
      guard isRight else { throw mismatch(head, "its \(difference.name) is different") }
      byID[difference.id] = difference.new
    }
    return byID.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private func mismatch(_ old: CatalogComparison.Edition, _ why: String) -> DiffError {
    DiffError("\(old.name) is not the catalog that the diff was made from: \(why)")
  }

  /// Verifies that the text of the new catalog has the same values as the catalog made from the old one and the differences.
  private func check(_ text: [UInt8], against catalog: [UInt8]) throws {
    let name = "\(name): /literal/text"
    func mismatch(_ what: String) -> DiffError { DiffError("\(name) does not match the rest of the diff: \(what) differ") }
    let text = try InMemoryCatalogLines(CatalogText(named: name, bytes: text))
    let catalog = try InMemoryCatalogLines(CatalogText(named: name, bytes: catalog))
    let (head, other) = (text.edition, catalog.edition)
    guard head.generatedAt == other.generatedAt, head.contentHash == other.contentHash,
      CanonicalJSON.areSame(head.campuses, other.campuses), CanonicalJSON.areSame(head.feeds, other.feeds)
    else { throw mismatch("its time, content hash, campuses or feeds") }
    try EntryLine.merge(text.next, catalog.next) { entry, other in
      guard let entry, let other, CanonicalJSON.isSame(Array(entry.bytes), Array(other.bytes)) else { throw mismatch("its entries") }
    }
  }

  // MARK: - Reading

  /// Verifies that the new values are allowed in a catalog. The old ones need no check: `apply` compares them with the old catalog.
  private func check() throws(DiffError) {
    for line in campuses.compactMap(\.new) {
      _ = try CatalogLineDecoder.value(line, of: name) { (line) throws(JSONFieldError) in try Campus(reading: line) }
    }
    for line in feeds.compactMap(\.new) { _ = try CatalogLineDecoder.value(line, of: name, FeedReport.init(reading:)) }
    for line in entries.compactMap(\.new) { _ = try CatalogLineDecoder.entry(line, of: name) }
    guard Instant(generatedAt.to) != nil else {
      throw DiffError("\(name): /literal/generatedAt/to must be a time such as \"2026-11-21T17:00:00Z\"")
    }
    let digits = contentHash.to.unicodeScalars.dropFirst("sha256:".utf8.count)
    guard contentHash.to.utf8.starts(with: "sha256:".utf8), SHA256Digest(String(digits)) != nil else {
      throw DiffError("\(name): /literal/contentHash/to must be \"sha256:\" and 64 lower-case hexadecimal digits")
    }
  }

  /// Reads a member with two texts: `"generatedAt":{"from":…,"to":…}`.
  private static func pair(_ literal: JSONValue, _ key: StaticString, _ name: String) throws -> (from: String, to: String) {
    guard let from = literal[key]?["from"]?.string, let to = literal[key]?["to"]?.string else {
      throw DiffError("\(name): /literal/\(key) must have \"from\" and \"to\"")
    }
    return (from, to)
  }

  /// Reads a list of differences: `[{"from":{…},"to":{…}}]`.
  ///
  /// - Throws: `DiffError` unless each element has `from`, `to` or both, with one id.
  private static func differences(_ literal: JSONValue, _ key: StaticString, _ name: String) throws -> [Difference] {
    guard let list = literal[key], list.isArray else { throw DiffError("\(name): /literal/\(key) must be an array") }
    var found: [Difference] = []
    var elements = list.elements
    while let element = elements.next() {
      let (old, new) = (element["from"]?.canonical, element["to"]?.canonical)
      let ids = Set([old, new].compactMap { $0.map { CanonicalJSON.id(of: $0) ?? [] } })
      guard ids.count == 1, let id = ids.first, !id.isEmpty else {
        throw DiffError("\(name): \(element.pointer) must have \"from\", \"to\" or both, with one \"id\"")
      }
      found.append(Difference(old: old, new: new, id: id))
    }
    return found
  }
}

/// Computes the content hash of a catalog as `CatalogWriter` does: the SHA-256 of the campus lines, then of the entry lines, each without
/// its comma and with a line feed.
private struct LineHash: ~Copyable {
  private var hash = SHA256()

  init(_ campuses: [[UInt8]]) { for line in campuses { line.withUnsafeBytes { update($0) } } }

  mutating func update(_ line: UnsafeRawBufferPointer) {
    hash.update(line)
    hash.update([0x0A])
  }

  var text: String { "sha256:" + hash.finalize().hexadecimal }
}

extension JSONWriter {
  /// Writes one line after another, with commas and line feeds between them, after a fixed text.
  fileprivate mutating func lines(_ start: StaticString, _ lines: [[UInt8]]) {
    literal(start)
    for (index, line) in lines.enumerated() {
      literal(index == 0 ? "\n" : ",\n")
      line.withUnsafeBytes { raw($0) }
    }
  }
}
