import CampusCatalog
import CatalogDiff

extension ChangeText {
  /// Returns a change log as text: made safe to display, wrapped to the width of the terminal, and in color if it shows colors.
  static func text(of log: ChangeLog, on terminal: Terminal) -> String {
    parts(of: log).flatMap { $0?.lines(on: terminal) ?? [""] }.map { $0 + "\n" }.joined()
  }
}

extension ChangeText.Line {
  /// The extra indentation of the second line of a change, in columns.
  private static let hanging = 2

  /// Returns the lines as shown on the terminal.
  func lines(on terminal: Terminal) -> [String] {
    let text = PlainText.visible((rank.map { "\($0) " } ?? "") + self.text, isOneLine: true)
    let margin = String(repeating: " ", count: indent)
    if let id {
      let safe = PlainText.visible(id, isOneLine: true)
      let column = indent + DisplayWidth.of(text) + 2
      let fits = terminal.width.map { column + DisplayWidth.of(safe) <= $0 } ?? true
      let names = fits ? [margin + text] : Paragraph.lines(text, width: terminal.width, indent: indent)
      let shownID = terminal.text(safe, .faint)
      return fits ? [names[0] + "  " + shownID] : names + [margin + "  " + shownID]
    }
    var lines = Paragraph.lines(text, width: terminal.width, indent: indent + Self.hanging)
    guard let first = lines.first else { return [margin] }
    lines[0] = margin + first.dropFirst(indent + Self.hanging)
    return lines.enumerated().map { index, line in styled(line, isFirst: index == 0, on: terminal) }
  }

  private func styled(_ line: String, isFirst: Bool, on terminal: Terminal) -> String {
    switch part {
    case .summary where isFirst, .campus: return terminal.text(line, .heading)
    case .change(let rank):
      guard isFirst, let word = self.rank else { return line }
      let margin = String(repeating: " ", count: indent)
      return margin + terminal.text(word, rank == .breaking ? .bad : .doubtful) + line.dropFirst(indent + word.count)
    case .summary, .remark, .entry: return line
    }
  }
}
