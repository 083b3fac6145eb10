import SimdJSON

/// Entries encoded as canonical JSON lines, sorted by id, each with a line feed.
///
/// Stores keep entries in this form, so that an unchanged result can be written again without decoding it.
public struct EntryLines: Sendable, Hashable {
  /// The lines as UTF-8 text.
  public let bytes: [UInt8]
  public let count: Int

  /// Creates a value from lines that were encoded before.
  public init(bytes: [UInt8], count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// - Parameter entries: sorted by id.
  public init(_ entries: [Entry]) {
    var writer = JSONWriter()
    let span = entries.span
    for index in span.indices {
      span[index].write(to: &writer)
      writer.literal("\n")
    }
    self.init(bytes: writer.bytes, count: entries.count)
  }

  /// - Throws: `JSONError` or `JSONFieldError` if the bytes are not encoded entries.
  public func entries() throws -> [Entry] { try EntryTextDecoder.entries(in: bytes.dropLast(), hasCommas: false) }

  /// Decodes the entries of some kinds. If kinds cannot be told apart without decoding, returns all entries.
  public func entries(of kinds: Set<Entry.Kind>) throws -> [Entry] {
    let members = kinds.map { Array(#""kind":"\#($0.rawValue)""#.utf8) }
    return try entries { members.contains(where: $0.hasKind) }
  }

  /// Returns the entries that have an id as theirs or as an alias. Of all others, only those with aliases are decoded, if they can be told apart
  /// without decoding.
  package func entries(with id: EntryID) throws -> [Entry] {
    let text = Array(id.description.utf8)
    return try entries { $0.hasAliases || $0.id.elementsEqual(text) }.filter { $0.id == id || $0.aliases.contains(id) }
  }

  /// Decodes the entries whose lines are chosen, or all if the lines cannot be told apart.
  func entries(where isChosen: (EntryLine) -> Bool) throws -> [Entry] {
    var found = 0
    var lines: [UInt8] = []
    bytes.withUnsafeBytes { bytes in
      for line in EntryLine.all(in: bytes) {
        found += 1
        guard isChosen(line) else { continue }
        lines.append(contentsOf: line.bytes)
        lines.append(UInt8(ascii: "\n"))
      }
    }
    return try found == count ? EntryLines(bytes: lines, count: found).entries() : entries()
  }

  /// The ids of the entries, found without decoding them: each line begins with its id.
  public var ids: [EntryID] { bytes.withUnsafeBytes { EntryLine.all(in: $0).compactMap(\.entryID) } }

  /// The ids of the entries that are not menus, found without decoding them.
  package var idsBesidesMenus: [EntryID] {
    bytes.withUnsafeBytes { EntryLine.all(in: $0).lazy.filter { !$0.isMenu }.compactMap(\.entryID) }
  }

  /// Whether any entry is a menu.
  package var hasMenus: Bool { bytes.withUnsafeBytes { EntryLine.all(in: $0).contains(where: \.isMenu) } }
}
