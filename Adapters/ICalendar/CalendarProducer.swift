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

  /// Returns a description as plain text; nil if it has none. A text with tags is HTML, whoever wrote it. Its line feeds count, too.
  ///
  /// - Parameter fields: the names of the event's custom fields.
  func plainText(_ description: String, fields: Set<String>) -> String? {
    guard writesHTML || Self.tags.contains(where: { description.contains($0) }) else { return PlainText.lines(description) }
    // Marks were limited before.
    var removedMarks = 0
    let text = PlainText.html(description.replacing("\n", with: "<br>"), removedMarks: &removedMarks)
    return writesHTML ? text.flatMap { Self.withoutFields($0, fields.union(Self.usualFields)) } : text
  }

  private static let tags = ["</", "<br", "<BR", "<p>", "<P>"]

  /// Whether a location only says who may see it.
  func hidesLocation(_ line: String) -> Bool { line.hasPrefix("Sign in to ") }

  /// Returns a description of Trumba without the lines before the first empty one, if they repeat custom fields, such as
  /// "Submitter name: …"; nil if nothing is left. A field may have several lines.
  private static func withoutFields(_ text: String, _ fields: Set<String>) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let first = lines.first, beginsWithField(first, fields) {
      lines = lines.drop { !$0.allSatisfy(\.isWhitespace) }.drop { $0.allSatisfy(\.isWhitespace) }
    }
    return PlainText.lines(lines.joined(separator: "\n"))
  }

  private static func beginsWithField(_ line: Substring, _ fields: Set<String>) -> Bool {
    // A name may have a colon.
    line.utf8.indices.prefix(longestName).contains { line.utf8[$0] == UInt8(ascii: ":") && fields.contains(String(line[..<$0])) }
  }

  private static let longestName = 100

  /// Fields that calendars repeat in descriptions, whether or not the event has them as properties.
  private static let usualFields: Set<String> = [
    "Campus location", "Campus room", "Categories", "Contact", "Contact Email", "Contact Name", "Contact Phone", "Event Contact",
    "Event Locator", "Event Name", "Event Type", "Event sponsors", "Link", "Organization", "Submitter Email", "Submitter Name",
    "Submitter email", "Submitter name", "Web Site",
  ]
}
