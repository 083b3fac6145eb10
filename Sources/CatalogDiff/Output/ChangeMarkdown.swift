/// A change log as Markdown (CommonMark and GitHub's extensions) for a pull request.
///
///     # Catalog changes
///
///     From Sat 21 Nov 2026 12:00 to Sun 22 Nov 2026 12:00: 1 entry changed (routine).
///
///     ## University of Pennsylvania (penn)
///
///     - **Commons** (`penn/dining/593`): renamed from “Cafe” to “Commons”
public enum ChangeMarkdown {
  /// Returns the text, with a line feed at its end.
  public static func text(of log: ChangeLog) -> String {
    let sections = ChangeSections(log)
    let summary = inert(sections.summary)
    var lines = ["# Catalog changes", "", summary.prefix(1).uppercased() + summary.dropFirst() + "."]
    if let verdict = sections.verdict { lines += ["", "**\(verdict).**"] }
    for section in sections.sections {
      lines += ["", "## \(inert(section.title))", ""]
      for feed in section.feeds { lines += feed.texts.map { "- `\(feed.id)`: \(inert($0))" } }
      lines += section.campus.map { "- \(item($0))" }
      for part in section.shared { lines += list("**\(inert(part.title))**", part.changes) }
      lines += section.unpaired.map { "- \(item($0))" }
      for item in section.entries {
        let (entry, id) = (item.entry, code(PlainText.visible(item.entry.id.description, isOneLine: true)))
        let former = item.formerID.map { "was \(code(PlainText.visible($0.description, isOneLine: true)))" }
        let hasName = entry.title != entry.id.description
        let ids = [hasName ? id : nil, former].compactMap { $0 }.joined(separator: ", ")
        lines += list((hasName ? "**\(inert(entry.title))**" : id) + (ids.isEmpty ? "" : " (\(ids))"), item.changes)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a list item with its changes: in the same line if there is one, otherwise as a list of their own.
  private static func list(_ title: String, _ changes: [Change]) -> [String] {
    changes.count == 1 ? ["- \(title): \(item(changes[0]))"] : ["- \(title)"] + changes.map { "  - \(item($0))" }
  }

  /// "**suspicious**: moved 1.1 km (moved over 500 m)", "renamed from …".
  private static func item(_ change: Change) -> String {
    guard change.rank > .routine else { return inert(change.text, isAtStart: true) }
    return "**\(change.rank.rawValue)**: \(inert(change.text))" + (change.shownWhy.map { " (\(inert($0)))" } ?? "")
  }

  // MARK: - Texts from feeds

  /// Returns text in which nothing is markup, a mention, an issue reference or a link.
  ///
  /// Words that a renderer would turn into a link become code. Other characters are escaped with a backslash, but only where they would be
  /// markup: most texts stay as they are.
  ///
  /// - Parameter isAtStart: whether the text begins a list item, where a number or a dash would begin a block.
  static func inert(_ text: String, isAtStart: Bool = false) -> String {
    let visible = PlainText.visible(text, isOneLine: true)
    let words = visible.split(separator: " ", omittingEmptySubsequences: false).map { word in
      isLinked(word) ? code(String(word)) : escaped(word)
    }
    let inert = words.joined(separator: " ")
    return isAtStart ? withoutBlock(inert) : inert
  }

  /// Returns text as a code span, in which nothing is markup.
  static func code(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
  }

  /// Whether a renderer may turn a word into a link: a mention, an issue, or an address.
  private static func isLinked(_ word: Substring) -> Bool {
    let lower = word.lowercased()
    if word.contains("@") || lower.contains("www.") || lower.contains("://") || lower.contains("gh-") { return true }
    var previous: Character = " "
    for character in word {
      if previous == "#", character.isNumber { return true }
      previous = character
    }
    return false
  }

  /// Escapes what would be markup in a word without spaces.
  private static func escaped(_ word: Substring) -> String {
    let characters = Array(word)
    let lastSemicolon = characters.lastIndex(of: ";") ?? -1
    var escaped = ""
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : nil
      let after = index + 1 < characters.count ? characters[index + 1] : nil
      let isMarkup =
        switch character {
        case "`": true
        // A footnote. Other brackets are text unless the end of a link follows, whose start may be in another text of the same line.
        case "[": after == "^"
        case "]": after == "("
        // A lone star or tilde is text.
        case "*", "~": before != nil || after != nil
        // Inside a word an underscore is text.
        case "_": !(before?.isWordCharacter ?? false && after?.isWordCharacter ?? false) && (before != nil || after != nil)
        case "\\": after?.isPunctuationOrSymbol ?? true
        case "<": after.map { $0.isLetter || "/!?".contains($0) } ?? false
        case "&": lastSemicolon > index && (after.map { $0.isLetter || $0 == "#" } ?? false)
        // The end of a formula, whose start may be in another text of the same line.
        case "$": before != nil
        default: false
        }
      escaped += isMarkup ? "\\\(character)" : String(character)
    }
    return escaped
  }

  /// Escapes the start of a text that would begin a heading, a quotation, a list or a rule: "\- x", "1\. x".
  private static func withoutBlock(_ text: String) -> String {
    if let first = text.first, "#>+-[".contains(first) { return "\\" + text }
    let number = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(number.count)
    return !number.isEmpty && (rest.first == "." || rest.first == ")") ? "\(number)\\\(rest)" : text
  }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber }
  fileprivate var isPunctuationOrSymbol: Bool { isASCII && (isPunctuation || isSymbol) }
}
