/// Reads and writes calendars (RFC 5545) as trees: components and properties are elements, parameters are attributes, and values are texts.
///
/// It does not share code with the module that reads calendars for adapters.
enum CalendarText {
  /// Components that may be directly inside a calendar. Another one ends the one before it, if that is not closed.
  private static let outermost: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]
  private static let components = outermost.union(["VCALENDAR", "STANDARD", "DAYLIGHT", "VALARM"])

  /// Parses a calendar; nil if the text does not begin as one.
  static func tree(_ bytes: [UInt8]) -> XMLTree? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("BEGIN:VCALENDAR") else { return nil }
    // The open components, outermost first, and their content.
    var open: [(name: String, children: [XMLTree])] = []
    var calendar: XMLTree?
    func close() {
      guard let last = open.popLast() else { return }
      let element = XMLTree.element(name: last.name, attributes: [], children: last.children)
      if open.isEmpty { calendar = calendar ?? element } else { open[open.count - 1].children.append(element) }
    }
    for line in unfolded(text) {
      if let name = line.value(after: "BEGIN:") {
        while open.count > 1, outermost.contains(name) { close() }
        open.append((name, []))
      } else if let name = line.value(after: "END:") {
        if open.contains(where: { $0.name == name }) {
          while open.last?.name != name { close() }
          close()
        }
      } else if !open.isEmpty, let property = property(line) {
        open[open.count - 1].children.append(property)
      }
    }
    while !open.isEmpty { close() }
    return calendar
  }

  private static func unfolded(_ text: String) -> [String] {
    var lines: [[Unicode.Scalar]] = []
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      if !lines.isEmpty, let first = line.first, first == " " || first == "\t" {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(Array(line))
      }
    }
    return lines.map { scalars in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: scalars)
      return String(line)
    }
  }

  /// Reads a line; nil if it has no value.
  private static func property(_ line: String) -> XMLTree? {
    var parts: [String] = [""]
    var isQuoted = false
    var rest = Substring(line).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\"" { isQuoted.toggle() }
      if scalar == ":", !isQuoted {
        let attributes = parts.dropFirst().map { part in
          let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          return (name: String(pair[0]), value: pair.count > 1 ? pair[1].filter { $0 != "\"" } : "")
        }
        return .element(name: parts[0], attributes: attributes, children: [.text(String(rest))])
      }
      if scalar == ";", !isQuoted { parts.append("") } else { parts[parts.count - 1].unicodeScalars.append(scalar) }
    }
    return nil
  }

  /// Returns the text of a tree. Lines are not folded.
  static func text(_ tree: XMLTree) -> String {
    switch tree {
    case .literal(let text): return text
    case .text(let text): return "\(text)\r\n"
    case .element(let name, let attributes, let children):
      if components.contains(name) { return "BEGIN:\(name)\r\n\(children.map(text).joined())END:\(name)\r\n" }
      let parameters = attributes.map { ";\($0.name)=\($0.value.contains { ":;,".contains($0) } ? "\"\($0.value)\"" : $0.value)" }
      return "\(name)\(parameters.joined()):\(value(tree))\r\n"
    }
  }

  /// Returns the texts of an element and those inside it.
  private static func value(_ tree: XMLTree) -> String {
    switch tree {
    case .literal(let text), .text(let text): text
    case .element(_, _, let children): children.map(value).joined()
    }
  }
}

extension String {
  /// Returns the text after a prefix, in upper case; nil if the line does not begin with it.
  fileprivate func value(after prefix: String) -> String? { hasPrefix(prefix) ? dropFirst(prefix.count).uppercased() : nil }
}
