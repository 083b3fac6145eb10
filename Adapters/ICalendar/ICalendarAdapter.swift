package import FeedKit
import ICalendar

/// The adapter for calendars in the format of RFC 5545. See README.md.
package struct ICalendarAdapter: FeedAdapter {
  package let manifest: AdapterManifest = {
    var manifest = AdapterManifest(
      id: "icalendar", version: 1, title: "Calendars (iCalendar)",
      summary: "Events with times, recurrences, canceled dates and a location, from a calendar file.",
      homepage: "https://icalendar.org/",
      requests: ["calendar"],
      cadence: 3 * 3600)
    manifest.usesDateOfReceipt = true
    return manifest
  }()

  package init() {}

  package func requests(for feed: Feed) -> [FeedRequest] {
    [FeedRequest("calendar", addresses: feed.addresses["calendar"] ?? [], format: .ics)]
  }

  package func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      try draft.willParse(reply)
      let file = try Self.file(reply)
      try draft.count(values: file.lineCount, in: reply)
      var zones = CalendarZones(of: file, campus: zone)
      var groups = EventGroups()
      for (index, component) in file.events.enumerated() {
        do throws(CalendarError) {
          groups.add(EventGroups.Member(event: try CalendarEvent(component), index: index, bytes: component.textBytes))
        } catch {
          draft.reject(FieldError(error), at: RecordPointer(request: reply.request, parent: Self.records, index: index))
        }
      }
      let lastDay = Self.lastListedDay(of: reply, groups, in: zone)
      let reader = EventEntryReader(feed: feed, zone: zone, producer: CalendarProducer(file.producer), lastListedDay: lastDay)
      let all = groups.all
      let entries = all.filter { !$0.isUntitled }
      draft.readRecords(
        entries, at: { RecordPointer(request: reply.request, parent: Self.records, index: $0.index) }, bytes: \.bytes
      ) { (group, notes) throws(FieldError) in
        try reader.entry(group, &zones, &notes)
      }
      addNotes(on: all, in: reply, to: &draft)
      for name in zones.unknown.sorted() {
        draft.note(.zone, in: reply, "the time zone \"\(name.prefix(60))\" is not known; its times were read in the zone of the campus")
      }
    }
  }

  /// Counts the components that belong to the entry of another one, and those without a title.
  private func addNotes(on groups: [EventGroups.Group], in reply: FeedReply, to draft: inout FeedDraft) {
    let repeated = groups.reduce(0) { $0 + ($1.isUntitled ? 0 : $1.members.count - 1) }
    let untitled = groups.reduce(0) { $0 + ($1.isUntitled ? $1.members.count : 0) }
    let details = [
      (ReasonCode.occurrences, repeated, "with the UID of another one: they are occurrences of its event"),
      (.untitled, untitled, "without a title: busy times, for example"),
    ]
    for (code, count, detail) in details where count > 0 {
      draft.skip(count)
      draft.explain(skipped: count, Note(code, request: reply.request.label, "\(count.counted("record")) \(detail)"))
    }
  }

  /// The pointer of the records.
  private static let records = "/VEVENT"

  private static func file(_ reply: FeedReply) throws(AdapterError) -> CalendarFile {
    do throws(CalendarError) {
      return try CalendarFile(parsing: reply.decodedBody)
    } catch {
      let place = error.line.map { " at line \($0)" } ?? ""
      throw AdapterError(.calendarSyntax, in: reply.request, "\(reply.request.fileName) is not a calendar\(place): \(error.message)")
    }
  }

  /// Returns the end of the twelfth month after that of the reply, through which recurrences are listed that are not the same every week.
  /// Without a time of the reply, the newest time at which an event was written counts.
  private static func lastListedDay(of reply: FeedReply, _ groups: EventGroups, in zone: Zone) -> LocalDate {
    let today = reply.dateOfReceipt(in: zone) ?? groups.newest.flatMap { LocalDate(daysSinceEpoch: Int($0 / 86_400)) }
    guard let (year, month, _) = today?.components,
      let last = LocalDate(year: year + 1, month: month, day: LocalDate.days(in: month, of: year + 1))
    else { return .last }
    return last
  }
}

extension ReasonCode {
  /// How many records are occurrences of the events of others.
  static let occurrences = ReasonCode("event.occurrences")
  /// How many records have no title.
  static let untitled = ReasonCode("event.untitled")
  /// A time zone is not known.
  static let zone = ReasonCode("event.zone")
  /// The end of an event, or another of its values, was left out.
  static let eventValue = ReasonCode("event.value")
}

extension FieldError {
  /// Creates an error for a record that is set aside.
  init(_ error: CalendarError) {
    let code: Code =
      switch error.code {
      case .missing: .missing
      case .time: .time
      case .limit: .size
      case .syntax, .value: .value
      }
    self.init(code, at: error.property.map { "/\($0.rawValue)" } ?? "", error.message)
  }
}
