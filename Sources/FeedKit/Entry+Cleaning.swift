import FeedKit

extension JSONTree {
  /// Members of an entry that are not human-readable texts: they are checked, not cleaned.
  private static let codes: Set<String> = ["id", "kind", "campus", "aliases", "sources", "href", "zone"]
  /// Members with several lines.
  private static let paragraphs: Set<String> = ["description", "notice", "text"]

  /// Returns an entry whose texts are clean, as in entries of feeds: without control characters and outer spaces. Empty texts are absent.
  func cleaningTexts(of key: String = "") -> JSONTree? {
    switch self {
    case .string(let text):
      let clean = Self.paragraphs.contains(key) ? PlainText.lines(text) : PlainText.line(text)
      return clean.map { .string($0) }
    case .array(let elements): return .array(elements.compactMap { $0.cleaningTexts(of: key) })
    case .object(let members):
      return .object(
        members.compactMap { key, value in
          let clean = Self.codes.contains(key) ? value : value.cleaningTexts(of: key)
          return clean.map { (key: key, value: $0) }
        })
    case .literal: return self
    }
  }
}
