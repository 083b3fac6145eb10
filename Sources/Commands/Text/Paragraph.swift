import CampusCatalog

/// Wraps text into lines.
enum Paragraph {
  /// Returns text in lines that fit, broken at spaces; a word that is too long gets its own line.
  ///
  /// - Parameters:
  ///   - text: any text; control characters are replaced. Its line ends stay, empty lines are left out.
  ///   - width: the width of the terminal; nil if unlimited.
  static func lines(_ text: String, width: Int?, indent: Int = 0) -> [String] {
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

  /// Returns JSON in lines that fit where it has spaces or commas to break it at.
  ///
  /// - Parameter text: compact JSON; control characters are replaced.
  static func lines(ofJSON text: String, width: Int?, indent: Int) -> [String] {
    guard let width else { return [String(repeating: " ", count: indent) + PlainText.visible(text, isOneLine: true)] }
    var lines = [""]
    var used = indent
    for piece in PlainText.visible(text, isOneLine: true).split(after: { $0 == "," || $0 == " " }) {
      let size = DisplayWidth.of(String(piece))
      if used > indent, used + size > width {
        lines.append("")
        used = indent
      }
      lines[lines.count - 1] += piece
      used += size
    }
    return lines.map { line in String(repeating: " ", count: indent) + (line.last == " " ? line.dropLast() : line[...]) }
  }

  /// Returns words, wrapped, in a column to the right of a label; no lines if there are no words.
  ///
  ///     address  3940 Locust Walk,
  ///              Philadelphia
  ///
  /// - Parameter column: the width of the label and the space after it, in terminal columns.
  static func labeled(_ label: String, _ words: [String], column: Int, on terminal: Terminal) -> [String] {
    let space = String(repeating: " ", count: max(0, column - DisplayWidth.of(label)))
    return lines(words, width: terminal.width, indent: column).enumerated().map { index, line in
      index == 0 ? terminal.text(label, .faint) + space + line.dropFirst(column) : line
    }
  }
}

extension String {
  /// Returns the pieces that end with a character for which `isEnd` is true, and the rest.
  fileprivate func split(after isEnd: (Character) -> Bool) -> [Substring] {
    var (pieces, rest): ([Substring], Substring) = ([], self[...])
    while let end = rest.firstIndex(where: isEnd) {
      pieces.append(rest[...end])
      rest = rest[index(after: end)...]
    }
    return rest.isEmpty ? pieces : pieces + [rest]
  }
}
