package import CampusCatalog
package import SimdJSON

extension Entry {
  /// Reads an entry that another program wrote, and cleans its texts as those of feeds: without control characters and outer spaces. Empty
  /// texts are absent.
  ///
  /// - Throws: the first error, such as a record whose key is longer than `EntryID.longestKey`.
  package init(cleaning value: JSONValue) throws(JSONFieldError) {
    let entry = try Entry(reading: value)
    // Each %XX of an id is one byte of the key.
    let lengths = ([entry.id] + entry.aliases).map { $0.record.utf8.count - 2 * $0.record.utf8.count { $0 == UInt8(ascii: "%") } }
    guard (lengths + entry.sources.map(\.record.utf8.count)).allSatisfy({ $0 <= EntryID.longestKey }) else {
      throw value.fault(.value, "the key of a record, in the id, an alias or a source, has more than \(EntryID.longestKey) bytes")
    }
    guard !value.hasCleanTexts, let clean = JSONTree(value).cleaningTexts() else {
      self = entry
      return
    }
    do {
      let document = try JSONDocument(parsing: clean.bytes)
      self = try Entry(reading: document.root)
    } catch let error as JSONFieldError {
      throw error
    } catch {
      throw value.fault(.value, "\(error)")
    }
  }

  /// Members of an entry that are not human-readable texts: they are checked, not cleaned.
  fileprivate static let codes: Set<String> = ["id", "kind", "campus", "aliases", "sources", "href", "zone"]
  /// Members with several lines.
  fileprivate static let paragraphs: Set<String> = ["description", "notice", "text"]
}

extension JSONValue {
  /// Whether all texts in this value are clean lines. False if it has a text of several lines, which `cleaningTexts` must look at.
  fileprivate var hasCleanTexts: Bool {
    if let text = utf8 { return PlainText.isPlainLine(text) || string.map(PlainText.isLine) ?? false }
    var elements = elements
    while let element = elements.next() { if !element.hasCleanTexts { return false } }
    var members = members
    while let member = members.next() { if !Entry.codes.contains(member.key), !member.value.hasCleanTexts { return false } }
    return true
  }
}

extension JSONTree {
  fileprivate func cleaningTexts(of key: String = "") -> JSONTree? {
    switch self {
    case .string(let text):
      let clean = Entry.paragraphs.contains(key) ? PlainText.lines(text) : PlainText.line(text)
      return clean.map { .string($0) }
    case .array(let elements): return .array(elements.compactMap { $0.cleaningTexts(of: key) })
    case .object(let members):
      return .object(
        members.compactMap { key, value in
          let clean = Entry.codes.contains(key) ? value : value.cleaningTexts(of: key)
          return clean.map { (key: key, value: $0) }
        })
    case .literal: return self
    }
  }
}
