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
  func plainText(_ description: String) -> String? {
    guard writesHTML || Self.tags.contains(where: { description.contains($0) }) else { return PlainText.lines(description) }
    // Marks were limited before.
    var removedMarks = 0
    let text = PlainText.html(description.replacing("\n", with: "<br>"), removedMarks: &removedMarks)
    return writesHTML ? text.flatMap(Self.withoutFields) : text
  }

  private static let tags = ["</", "<br", "<BR", "<p>", "<P>"]

  /// Returns a description of Trumba without its first lines, which repeat the custom fields, such as "Submitter name: …"; nil if nothing
  /// is left.
  private static func withoutFields(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.drop { line in
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), line.utf8.distance(from: line.startIndex, to: colon) <= longestLabel
      else {
        return false
      }
      return line[colon...].dropFirst().first.map { $0 == " " } ?? true
    }
    return PlainText.lines(rest.joined(separator: "\n"))
  }

  private static let longestLabel = 40
}
