/// Wrapped text for people.
enum Paragraph {
  /// Text in lines that fit, broken at spaces; a word that is too long has a line of its own.
  ///
  /// - Parameters:
  ///   - text: from anywhere; it is made safe to show. Its own line ends stay, empty lines are left out.
  ///   - width: of the terminal; nil: no edge.
  ///   - indent: spaces before each line.
  static func lines(_ text: String, width: Int?, indent: Int = 0) -> [String] {
    Console.visible(text).split(separator: "\n").flatMap { lines($0.split(separator: " ").map(String.init), width: width, indent: indent) }
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

  /// Words after a label, which is on the first line only.
  static func labelled(_ label: String, _ words: [String], column: Int, on terminal: Terminal) -> [String] {
    let space = String(repeating: " ", count: max(0, column - DisplayWidth.of(label)))
    return lines(words, width: terminal.width, indent: column).enumerated().map { index, line in
      index == 0 ? terminal.text(label, .faint) + space + line.dropFirst(column) : line
    }
  }
}
