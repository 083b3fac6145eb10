/// The properties that are read. All others are left out before anything looks at their values: among them are ORGANIZER, ATTENDEE, CONTACT
/// and custom fields, which may name private persons.
package enum PropertyName: String, Sendable, CaseIterable {
  case prodid = "PRODID"
  case calendarZone = "X-WR-TIMEZONE"

  case uid = "UID"
  case sequence = "SEQUENCE"
  case stamp = "DTSTAMP"
  case lastModified = "LAST-MODIFIED"
  case summary = "SUMMARY"
  case description = "DESCRIPTION"
  case categories = "CATEGORIES"
  case location = "LOCATION"
  case geo = "GEO"
  case url = "URL"
  case trumbaLink = "X-TRUMBA-LINK"
  case attach = "ATTACH"
  case image = "IMAGE"
  case status = "STATUS"
  case livewhaleCanceled = "X-LIVEWHALE-CANCELED"
  case classification = "CLASS"

  case start = "DTSTART"
  case end = "DTEND"
  case duration = "DURATION"
  case allDay = "X-MICROSOFT-CDO-ALLDAYEVENT"
  case rule = "RRULE"
  case exceptionRule = "EXRULE"
  case dates = "RDATE"
  case exceptions = "EXDATE"
  case recurrenceID = "RECURRENCE-ID"

  case zoneID = "TZID"
  case zoneLocation = "X-LIC-LOCATION"
  case offsetFrom = "TZOFFSETFROM"
  case offsetTo = "TZOFFSETTO"

  private static let known = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// - Parameter name: in upper case.
  init?(known name: String) {
    guard let property = Self.known[name] else { return nil }
    self = property
  }
}
