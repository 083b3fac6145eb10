/// A calendar file (RFC 5545), divided into components.
package struct CalendarFile: Sendable {
  /// The events, in the order of the text, complete or not.
  package let events: [CalendarComponent]
  /// The time zones that the file defines.
  let zones: [CalendarComponent]
  /// The program that made the file (PRODID); empty if it does not say.
  package let producer: String
  /// The zone of the whole calendar (X-WR-TIMEZONE), as it is written; nil if there is none.
  let zoneName: String?
  /// The number of lines.
  package let lineCount: Int

  /// Divides a text into components.
  ///
  /// Components that are not closed are incomplete, those that have no end at all because the text is cut off refuse all of it.
  ///
  /// - Parameter bytes: UTF-8. Lines end with CR LF or LF.
  /// - Throws: an error if the text is not a calendar, or has no end.
  package init(parsing bytes: [UInt8]) throws(CalendarError) {
    var builder = CalendarBuilder()
    var lines = FoldedLines(bytes)
    while lines.next() { builder.add(lines.line) }
    try builder.finish(lines.count)
    events = builder.events
    zones = builder.zones
    producer = builder.text(of: .prodid) ?? ""
    zoneName = builder.text(of: .calendarZone)
    lineCount = lines.count
  }
}
