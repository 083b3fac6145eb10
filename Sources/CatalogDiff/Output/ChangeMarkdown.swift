/// A change log as Markdown (CommonMark) for a pull request.
///
///     ### Catalog changes
///
///     From 2026-11-21T12:00:00Z to 2026-11-22T12:00:00Z: 1 routine.
///
///     #### University of Pennsylvania (penn)
///
///     - **Commons** (`penn/dining/593`): renamed from “Cafe” to “Commons”
public enum ChangeMarkdown {
  /// Returns the text, with a line feed at its end.
  public static func text(of log: ChangeLog) -> String {
    let sections = ChangeSections(log)
    var lines = ["### Catalog changes", "", sections.summary.prefix(1).uppercased() + sections.summary.dropFirst() + "."]
    if let verdict = sections.verdict { lines += ["", "**\(verdict).**"] }
    for section in sections.sections {
      lines += ["", "#### \(escape(section.title))", ""]
      for feed in section.feeds { lines += feed.texts.map { "- `\(feed.id)`: \(escape($0))" } }
      lines += section.campus.map { "- \(item($0))" }
      for entry in section.entries {
        let title = entry.title == entry.id.description ? "`\(entry.id)`" : "**\(escape(entry.title))** (`\(entry.id)`)"
        if entry.changes.count == 1 {
          lines.append("- \(title): \(item(entry.changes[0]))")
        } else {
          lines.append("- \(title)")
          lines += entry.changes.map { "  - \(item($0))" }
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// "**suspicious**: moved 1.1 km (moved over 500 m)", "renamed from …".
  private static func item(_ change: Change) -> String {
    guard change.rank > .routine else { return escape(change.text) }
    return "**\(change.rank.rawValue)**: \(escape(change.text))" + (change.shownWhy.map { " (\(escape($0)))" } ?? "")
  }

  /// Escapes text so that nothing in it is Markdown markup, a mention, an issue reference or a link.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for character in PlainText.visible(text) {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "(", ")", "~", "|", "!", "$": escaped += "\\\(character)"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      // An empty comment breaks what would become a mention, an issue reference or a link.
      case "@", "#": escaped += "\(character)<!-- -->"
      case "\n": escaped += " "
      default: escaped.append(character)
      }
    }
    for start in ["www.", "://", "GH-"] where escaped.contains(start) {
      escaped = escaped.replacing(start, with: "\(start.dropLast())<!-- -->\(start.suffix(1))")
    }
    return escaped
  }
}
