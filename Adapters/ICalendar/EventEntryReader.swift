import FeedKit
import ICalendar

/// Reads the components of an event as an entry.
struct EventEntryReader {
  let feed: Feed
  let zone: Zone
  let producer: CalendarProducer
  /// The day through which recurrences are listed that are not the same every week.
  let lastListedDay: LocalDate

  /// Returns the entry of an event. One that is not for the public has only its title and its times.
  func entry(_ group: EventGroups.Group, _ zones: inout CalendarZones, _ notes: inout RecordNotes) throws(FieldError) -> Entry {
    let events = group.events.count > 1 ? group.events.map(canceledByTitle) : group.events
    guard let series = CalendarSeries(events, &zones) else { throw FieldError(.missing, at: "/DTSTART", "there is no start") }
    let main = series.main
    guard let name = main.summary.flatMap({ producer.line($0) }) else { throw FieldError(.missing, at: "/SUMMARY", "there is no title") }
    let key = group.key.utf8.count > EntryID.longestKey ? RecordKey.hash(group.key) : group.key
    guard let id = EntryID(feed: feed.id, record: key) else { throw FieldError(.value, at: "/UID", "the key cannot be part of an id") }
    zones.isInRepeatedHour = false
    for error in main.errors { notes.add(.eventValue, at: Self.pointer(error), error.message) }
    var event = try self.event(series, &zones, &notes)
    addNotes(on: events, main, zones, &notes)
    if event.status == nil { event.status = main.status.map { $0 == .cancelled ? .cancelled : .tentative } ?? TitleStatus.find(in: name) }
    if main.isPrivate { event.loginRequired = true } else { addPlace(of: main, to: &event, &notes) }
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: key)], details: .event(event))
    if main.isPrivate { return entry }
    var tags = UniqueTexts()
    for line in main.categories.compactMap({ PlainText.line($0) }) { tags.insert(line) }
    entry.tags = tags.texts
    entry.description = main.description.flatMap { producer.plainText($0, fields: main.customFields) }
    entry.images = main.images.compactMap { WebAddress($0) }.map { Image(.photo, $0) }
    entry.links = links(of: main, &notes)
    return entry
  }

  /// Returns an event that takes place once, canceled if its title says so.
  private func canceledByTitle(_ event: CalendarEvent) -> CalendarEvent {
    guard event.status == nil, event.isOccurrence || event.isPlain, let title = event.summary.flatMap({ producer.line($0) }),
      TitleStatus.find(in: title) != nil
    else { return event }
    var event = event
    event.status = .cancelled
    return event
  }

  /// Adds notes on what hours cannot say.
  private func addNotes(on events: [CalendarEvent], _ main: CalendarEvent, _ zones: CalendarZones, _ notes: inout RecordNotes) {
    if zones.isInRepeatedHour {
      notes.add(.eventValue, at: "/DTSTART", "a time is in the hour that clocks show twice; it counts as the first one")
    }
    let tentative = events.count { $0.isOccurrence && $0.status == .tentative }
    if tentative > 0, main.status != .tentative {
      notes.add(.eventValue, at: "/STATUS", "\(tentative.counted("occurrence")) not confirmed: the event as a whole is")
    }
  }

  private static func pointer(_ error: CalendarError) -> String { error.property.map { "/\($0.rawValue)" } ?? "" }

  // MARK: - Times

  private func event(_ series: CalendarSeries, _ zones: inout CalendarZones, _ notes: inout RecordNotes) throws(FieldError) -> Event {
    let main = series.main
    guard let start = LocalDate(wall: main.hasOwnDates ? main.start.wall : zones.campusWall(main.start)) else {
      throw FieldError(.time, at: "/DTSTART", "the start is too early or too late")
    }
    notes.addReadTimes(2)
    do throws(CalendarError) {
      if let error = series.recurrenceError { throw error }
      if let weekly = series.weekly(through: lastListedDay, &zones) {
        if weekly.isWholeDays, !producer.leavesTimesOpen { return Event(startDate: weekly.first, endDate: weekly.last ?? .last) }
        return Self.event(OccurrenceHours(weekly, producer).schedule(in: zone), on: start, endUnknown: weekly.time.end == nil)
      }
      let listed = try series.occurrences(through: lastListedDay, &zones)
      if series.isSingle, let occurrence = listed.occurrences.first, occurrence.isWholeDays {
        return wholeDays(occurrence, main, on: start)
      }
      if listed.occurrences.isEmpty, let last = listed.continuesUntil {
        notes.add(.eventValue, at: "/RRULE", "none of its dates is in the three years that are listed, so its times are unknown")
        return Event(startDate: start, endDate: max(start, last), hours: Schedule(zone: zone, layers: []))
      }
      let hours = OccurrenceHours(listed.occurrences, producer)
      var event = Self.event(hours.schedule(in: zone), on: start, endUnknown: listed.occurrences.contains { $0.end == nil })
      event.startDate = min(event.startDate, start)
      if let last = listed.continuesUntil { event.endDate = max(event.endDate, last) }
      return event
    } catch {
      notes.addUnreadTimes(at: Self.pointer(error), error.message)
      return Event(startDate: start, endDate: .last, hours: Schedule(zone: zone, layers: []))
    }
  }

  /// Returns an event with these hours; a canceled one on a day if it has no occurrence.
  private static func event(_ hours: Schedule, on day: LocalDate, endUnknown: Bool) -> Event {
    Event(hours: hours, endUnknown: endUnknown) ?? Event(startDate: day, endDate: day, hours: hours, status: .cancelled)
  }

  private func wholeDays(_ occurrence: CalendarOccurrence, _ main: CalendarEvent, on start: LocalDate) -> Event {
    let end = occurrence.end.flatMap { LocalDate(wall: $0 - 1) } ?? start
    var event = Event(startDate: start, endDate: max(start, end))
    if main.start.isDate, producer.leavesTimesOpen {
      // More days than a match has are not listed.
      let days = (start.daysSinceEpoch...event.endDate.daysSinceEpoch).prefix(31).compactMap { LocalDate(daysSinceEpoch: Int($0)) }
      event.hours = Schedule(zone: zone, layers: [Layer(.special, dates: days.map { DatedPlan($0, .unknown) })])
    }
    return event
  }

  // MARK: - Place

  /// Adds the location. Events whose location is shown only to members have none.
  private func addPlace(of main: CalendarEvent, to event: inout Event, _ notes: inout RecordNotes) {
    let location = main.location.flatMap { producer.line($0) }
    if location.map(producer.hidesLocation) == true {
      event.loginRequired = true
      return
    }
    if let location {
      if WebAddress(location) != nil { event.isOnline = true } else { event.location.address = location }
    }
    guard let position = main.position else { return }
    guard let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude) else {
      return notes.add(.location, at: "/GEO", "left out: not a valid position")
    }
    // Some programs write zeros for events without a position.
    if position == (0, 0) { return }
    event.location.coordinate = coordinate
    notes.checkDistance(of: coordinate, from: feed.campus, at: "/GEO")
  }

  /// Returns the page of the event; without one, the address at which it takes place.
  private func links(of main: CalendarEvent, _ notes: inout RecordNotes) -> [Link] {
    if let text = main.url {
      if let address = WebAddress(producer.escapesAddresses ? text.replacing("&amp;", with: "&") : text) {
        return [Link(.website, address)]
      }
      notes.add(.url, at: "/URL", "left out: not an absolute http or https address")
    }
    guard let address = main.location.flatMap({ WebAddress($0) }) else { return [] }
    return [Link(.website, address)]
  }
}

extension CalendarOccurrence {
  /// Whether it lasts from midnight to midnight.
  fileprivate var isWholeDays: Bool {
    guard let end else { return false }
    return isAllDay || start.second == 0 && end - start >= 86_340 && (end.second == 0 || end.second >= 86_340)
  }
}
