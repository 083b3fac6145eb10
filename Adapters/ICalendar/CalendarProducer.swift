import FeedKit

/// What is known about the program that made a calendar, from recordings.
struct CalendarProducer {
  /// Whether a date without a time means that the time is not fixed yet.
  let leavesTimesOpen: Bool
  /// Whether addresses have `&amp;` instead of `&`.
  let escapesAddresses: Bool
  /// Whether all descriptions are HTML.
  private let writesHTML: Bool

  /// - Parameter name: the PRODID of the calendar.
  init(_ name: String) {
    let isSidearm = name.contains("SIDEARM")
    leavesTimesOpen = isSidearm
    escapesAddresses = isSidearm
    writesHTML = name.contains("Trumba")
  }

  /// Returns a title or a location as one line; nil if nothing is left.
  func line(_ text: String) -> String? {
    guard writesHTML else { return PlainText.line(text) }
    var removedMarks = 0
    return PlainText.html(text, removedMarks: &removedMarks).flatMap { PlainText.line($0) }
  }

  /// Returns a description as plain text, without custom fields and contacts; nil if nothing is left. A text with tags is HTML, whoever wrote it.
  /// Its line feeds count, too.
  ///
  /// - Parameter fields: the names of the event's custom fields.
  func plainText(_ description: String, fields: Set<String>) -> String? {
    var text = PlainText.lines(description)
    if writesHTML || Self.tags.contains(where: { description.contains($0) }) {
      // Marks were limited before.
      var removedMarks = 0
      text = PlainText.html(description.replacing("\n", with: "<br>"), removedMarks: &removedMarks)
    }
    if writesHTML { text = text.flatMap { Self.withoutFields($0, fields.union(Self.usualFields)) } }
    return text.flatMap { ContactLines.removed(from: $0) }
  }

  private static let tags = ["</", "<br", "<BR", "<p>", "<P>"]

  /// Whether a location only says who may see it.
  func hidesLocation(_ line: String) -> Bool { line.hasPrefix("Sign in to ") || line.hasPrefix("Private Location (") }

  /// Returns a description of Trumba without the custom fields that it begins with, such as "Submitter name: …"; nil if nothing is left. They end
  /// at an empty line: a field may have several lines.
  private static func withoutFields(_ text: String, _ fields: Set<String>) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var introduction: ArraySlice<Substring> = []
    while introduction.isEmpty {
      let block = lines.prefix { !$0.allSatisfy(\.isWhitespace) }
      guard let start = startOfFields(in: block, fields) else { break }
      introduction = block[..<start]
      lines = lines.dropFirst(block.count).drop { $0.allSatisfy(\.isWhitespace) }
    }
    return PlainText.lines((introduction + (introduction.isEmpty ? [] : [""]) + lines).joined(separator: "\n"))
  }

  /// Returns the index of the first line with a custom field; nil if there is none. Lines with unknown fields may be before the known ones. After
  /// a line without a field, one field alone may be part of the text.
  private static func startOfFields(in lines: ArraySlice<Substring>, _ fields: Set<String>) -> Int? {
    guard let first = lines.first, let known = lines.firstIndex(where: { beginsWithField($0, fields) }) else { return nil }
    if known == lines.startIndex || isLikeField(first) { return lines.startIndex }
    return lines[known...].count { beginsWithField($0, fields) } > 1 ? known : nil
  }

  private static func beginsWithField(_ line: Substring, _ fields: Set<String>) -> Bool {
    // A name may have a colon.
    line.utf8.indices.prefix(longestName).contains { line.utf8[$0] == UInt8(ascii: ":") && fields.contains(String(line[..<$0])) }
  }

  /// Returns whether a line begins with a few words and a colon.
  private static func isLikeField(_ line: Substring) -> Bool {
    guard let colon = line.utf8.prefix(longestName).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let isLabel = line.first?.isUppercase == true && line[..<colon].count { $0 == " " } < 4
    return isLabel && line[colon...].dropFirst().first.map(\.isWhitespace) ?? true
  }

  private static let longestName = 100

  /// Fields that calendars repeat in descriptions, whether or not the event has them as properties.
  private static let usualFields: Set<String> = [
    "Campus location", "Campus room", "Categories", "Contact", "Contact Email", "Contact Name", "Contact Phone", "Event Contact",
    "Event Locator", "Event Name", "Event Type", "Event sponsors", "Link", "Organization", "Submitter Email", "Submitter Name",
    "Submitter email", "Submitter name", "Web Site",
  ]
}
