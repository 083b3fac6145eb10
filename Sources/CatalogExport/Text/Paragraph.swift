/// Wraps text into lines.
package enum Paragraph {
  /// Returns text in lines that fit, broken at spaces; a word that is too long has a line of its own.
  ///
  /// - Parameters:
  ///   - text: any text; control characters are replaced. Its line ends stay, empty lines are left out.
  ///   - width: the width of the terminal; nil if unlimited.
  package static func lines(_ text: String, width: Int?, indent: Int = 0) -> [String] {
    PlainText.visible(text).split(separator: "\n").flatMap {
      lines($0.split(separator: " ").map(String.init), width: width, indent: indent)
    }
  }

  /// Wraps words into lines that fit, without breaking any word.
  ///
  /// - Parameter words: safe to show.
  static func lines(_ words: [String], width: Int?, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var (line, used) = ("", 0)
    for word in words {
      let size = DisplayWidth.of(word)
      if let width, used > 0, indent + used + 1 + size > width {
        lines.append(margin + line)
        (line, used) = ("", 0)
      }
      line += (used > 0 ? " " : "") + word
      used += (used > 0 ? 1 : 0) + size
    }
    return used > 0 ? lines + [margin + line] : lines
  }

  /// Returns words, wrapped, in a column to the right of a label; no lines if there are no words.
  ///
  ///     address  3940 Locust Walk,
  ///              Philadelphia
  ///
  /// - Parameter column: the width of the label and the space after it, in terminal columns.
  package static func labelled(_ label: String, _ words: [String], column: Int, on terminal: Terminal) -> [String] {
    let space = String(repeating: " ", count: max(0, column - DisplayWidth.of(label)))
    return lines(words, width: terminal.width, indent: column).enumerated().map { index, line in
      index == 0 ? terminal.text(label, .faint) + space + line.dropFirst(column) : line
    }
  }
}
