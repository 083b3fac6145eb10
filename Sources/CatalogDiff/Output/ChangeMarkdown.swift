import CampusCatalog

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
    let summary = MarkdownText.inert(sections.summary)
    var lines = ["# Catalog changes", "", summary.prefix(1).uppercased() + summary.dropFirst() + "."]
    if let verdict = sections.verdict { lines += ["", "**\(verdict).**"] }
    for section in sections.sections {
      lines += ["", "## \(MarkdownText.inert(section.title))", ""]
      for feed in section.feeds { lines += feed.texts.map { "- `\(feed.id)`: \(MarkdownText.inert($0))" } }
      lines += section.campus.map { "- \(item($0))" }
      for part in section.shared { lines += list("**\(MarkdownText.inert(part.title))**", part.changes) }
      lines += section.unpaired.map { "- \(item($0))" }
      for item in section.entries {
        let (entry, id) = (item.entry, MarkdownText.code(PlainText.visible(item.entry.id.description, isOneLine: true)))
        let former = item.formerID.map { "was \(MarkdownText.code(PlainText.visible($0.description, isOneLine: true)))" }
        let hasName = entry.title != entry.id.description
        let ids = [hasName ? id : nil, former].compactMap { $0 }.joined(separator: ", ")
        lines += list(
          (hasName ? "**\(MarkdownText.inert(entry.title))**" : id) + (ids.isEmpty ? "" : " (\(ids))")
            + (item.remark.map { ": \($0)" } ?? ""), item.changes)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a list item with its changes: in the same line if there is one, otherwise as a nested list.
  private static func list(_ title: String, _ changes: [Change]) -> [String] {
    changes.count == 1 ? ["- \(title): \(item(changes[0]))"] : ["- \(title)"] + changes.map { "  - \(item($0))" }
  }

  /// "**suspicious**: moved 1.1 km (moved over 500 m)", "renamed from …".
  private static func item(_ change: Change) -> String {
    guard change.rank > .routine else { return MarkdownText.inert(change.text, isAtStart: true) }
    return "**\(change.rank.rawValue)**: \(MarkdownText.inert(change.text))"
      + (change.shownWhy.map { " (\(MarkdownText.inert($0)))" } ?? "")
  }
}
