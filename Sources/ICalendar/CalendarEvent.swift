import Basics
import OpeningHours

/// An event of a calendar: its texts and times, as they are stated.
package struct CalendarEvent: Sendable {
  package enum Status: Sendable { case cancelled, tentative }

  /// How long an event lasts.
  enum Length: Sendable, Hashable {
    case unknown
    case until(CalendarTime)
    case seconds(Int)
  }

  /// One of the times at which an event takes place in addition (RDATE).
  struct ExtraTime: Sendable, Hashable {
    let start: CalendarTime
    /// Unknown if it lasts as long as the event.
    let length: Length
  }

  /// The key that all occurrences of an event share; nil if there is none.
  package let uid: String?
  /// Increases with each change.
  package let sequence: Int
  /// When the event was written, or the file; nil if it does not say.
  package let stamp: Int64?
  /// When it was last changed (LAST-MODIFIED), or else written.
  let changed: Int64?
  package let summary: String?
  package let description: String?
  package let categories: [String]
  package let location: String?
  package let position: (latitude: Double, longitude: Double)?
  /// The address of a page, as it is written.
  package let url: String?
  /// The addresses of pictures, as they are written.
  package let images: [String]
  package var status: Status?
  /// Whether the event is not for the public (CLASS).
  package let isPrivate: Bool
  /// The names of its custom fields.
  package let customFields: Set<String>

  package let start: CalendarTime
  let length: Length
  /// Whether it lasts whole days.
  package let isAllDay: Bool
  let rules: [RecurrenceRule]
  let extraTimes: [ExtraTime]
  let exceptions: [CalendarTime]
  /// The start of the occurrence that this one replaces; nil for a whole event.
  let recurrenceID: CalendarTime?
  /// Whether it replaces all later occurrences, too.
  let appliesToFuture: Bool
  /// Why its occurrences are not known; nil if they are.
  package let recurrenceError: CalendarError?
  /// Values that cannot be read and were left out.
  package let errors: [CalendarError]
  /// The properties that were read.
  private let lines: [ContentLine]

  /// Reads a component.
  ///
  /// - Throws: an error if it is not closed, or has no start that can be read.
  package init(_ component: CalendarComponent) throws(CalendarError) {
    guard component.isComplete else { throw CalendarError(.syntax, nil, "END:VEVENT is missing") }
    var reader = EventReader(component)
    lines = component.lines
    customFields = component.customFields
    start = try reader.start()
    uid = reader.text(.uid)
    sequence = reader.text(.sequence).flatMap { Int($0) } ?? 0
    stamp = reader.time(.stamp)?.wall
    changed = reader.time(.lastModified)?.wall ?? stamp
    summary = reader.text(.summary)
    description = reader.text(.description)
    categories = reader.texts(.categories)
    location = reader.text(.location)
    position = reader.position()
    url = reader.text(.url) ?? reader.text(.trumbaLink)
    images = reader.images()
    let isCancelled = reader.isTrue(.livewhaleCanceled)
    status = isCancelled ? .cancelled : reader.text(.status).flatMap { Self.statuses[$0.uppercased()] }
    // Other classes count as private (RFC 5545).
    isPrivate = reader.text(.classification).map { $0.uppercased() != "PUBLIC" } ?? false
    length = reader.length(from: start)
    isAllDay = start.isDate || reader.isTrue(.allDay)
    recurrenceID = try reader.recurrenceID()?.time
    appliesToFuture = try reader.recurrenceID()?.appliesToFuture ?? false
    (rules, extraTimes, exceptions, recurrenceError) = reader.recurrence()
    errors = reader.errors
  }

  private static let statuses: [String: Status] = ["CANCELLED": .cancelled, "CANCELED": .cancelled, "TENTATIVE": .tentative]

  /// Whether it replaces an occurrence of another event.
  package var isOccurrence: Bool { recurrenceID != nil }

  /// A hash of the properties.
  var digest: SHA256Digest { SHA256.hash(lines.flatMap { Array($0.text) + [UInt8(ascii: "\n")] }) }

  /// Returns whether the properties are before those of another event: an order of all events with different properties.
  func precedes(_ other: CalendarEvent) -> Bool {
    lines.lexicographicallyPrecedes(other.lines) { $0.text.lexicographicallyPrecedes($1.text) }
  }

  /// Whether its days are those on its own clock: dates have no zone, and midnights in a named zone mean the dates there.
  package var hasOwnDates: Bool {
    guard isAllDay, case .named = start.clock else { return start.isDate }
    return start.wall == floorDay(start.wall)
  }

  /// Whether it takes place once, and replaces nothing.
  package var isPlain: Bool { !isOccurrence && rules.isEmpty && extraTimes.isEmpty && recurrenceError == nil }
}
