import CampusCatalog
import CatalogQuery
import OpeningHours
import SimdJSON

/// When, where and how an event takes place, with the terms of schema.org.
struct LinkedEvent {
  private let event: Event
  private let entry: Entry
  private let zone: Zone?

  init(_ event: Event, _ entry: Entry, _ rule: StatusRule) { (self.event, self.entry, zone) = (event, entry, rule.zone(of: entry)) }

  func write(to writer: inout JSONWriter) {
    writeTimes(to: &writer)
    switch event.status {
    case .cancelled: writer.member("eventStatus", "https://schema.org/EventCancelled")
    case .postponed: writer.member("eventStatus", "https://schema.org/EventPostponed")
    case .tentative, nil: break
    }
    if let isOnline = event.isOnline {
      let mode = !isOnline ? "Offline" : event.location.isEmpty ? "Online" : "Mixed"
      writer.member("eventAttendanceMode", "https://schema.org/\(mode)EventAttendanceMode")
    }
    writeLocation(to: &writer)
    if let organizer = event.organizer {
      writer.object("organizer") { writer in
        writer.member("@type", "Organization")
        writer.member("name", organizer)
      }
    }
    if !event.audience.isEmpty {
      writer.object("audience") { writer in
        writer.member("@type", "Audience")
        writer.member("audienceType", event.audience.joined(separator: ", "))
      }
    }
    let registration = entry.page(.registration)
    if event.cost != nil || registration != nil {
      writer.object("offers") { writer in
        writer.member("@type", "Offer")
        writer.member("description", event.cost)
        writer.member("url", registration)
      }
    }
  }

  // MARK: - Times

  /// Writes the first start and the last end, and for a series its schedule.
  private func writeTimes(to writer: inout JSONWriter) {
    guard let hours = event.hours, !hours.layers.isEmpty, let (first, isOnly) = EventTimes.first(of: hours, event) else {
      writer.member("startDate", event.startDate)
      if !event.isEndless { writer.member("endDate", event.endDate) }
      return
    }
    let (times, zone) = (first.times, hours.zone)
    writer.member("startDate", times.isWholeDays ? first.days.lowerBound.description : zone.text(first.time.lowerBound))
    if isOnly {
      if times.isWholeDays {
        writer.member("endDate", first.days.upperBound)
      } else if !event.endUnknown {
        writer.member("endDate", zone.text(first.time.upperBound))
      }
      return
    }
    if !event.isEndless { writer.member("endDate", event.endDate) }
    writer.objects("eventSchedule", schedules(of: EventTimes(hours, of: event), in: zone)) { $0.write(to: &$1, hasEnd: !event.endUnknown) }
  }

  /// Some occurrences with the same local times.
  private struct LinkedSchedule {
    let times: ServiceTimes
    let from: LocalDate?
    let to: LocalDate?
    var exceptions: [LocalDate] = []
    let zone: Zone

    func write(to writer: inout JSONWriter, hasEnd: Bool) {
      writer.member("@type", "Schedule")
      writer.member("startDate", from)
      writer.member("endDate", to)
      if !times.isWholeDays { writer.member("startTime", Self.time(times.opens)) }
      // Equal times would be no time at all.
      if times.closes - times.opens > (times.isWholeDays ? 1440 : 1439) {
        writer.member("duration", Self.duration(times.closes - times.opens))
      } else if hasEnd, !times.isWholeDays {
        writer.member("endTime", Self.time(times.closes))
      }
      if times.weekdays.isEmpty {
        writer.member("repeatCount", 1)
      } else {
        writer.member("repeatFrequency", "P1W")
        writer.member("byDay", times.weekdays.map { "https://schema.org/\($0.name)" })
      }
      writer.member("exceptDate", exceptions.map(\.description))
      writer.member("scheduleTimezone", zone.name)
    }

    private static func time(_ minutes: Int) -> String { "\(ServiceTimes.text(minutes % 1440)):00" }

    /// Returns minutes as a duration of ISO 8601, such as "P2DT18H".
    private static func duration(_ minutes: Int) -> String {
      let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
      let time = "\(hours > 0 ? "\(hours)H" : "")\(rest > 0 ? "\(rest)M" : "")"
      return "P\(days)D\(time.isEmpty ? "" : "T\(time)")"
    }
  }

  private func schedules(of times: EventTimes, in zone: Zone) -> [LinkedSchedule] {
    let weekly = times.weekly.map { one in
      let gaps = one.stretch.gaps.flatMap { $0.compactMap { LocalDate(daysSinceEpoch: Int($0)) } }
      return LinkedSchedule(
        times: one.times, from: one.stretch.from, to: one.stretch.to, exceptions: gaps.filter { one.times.weekdays.contains($0.weekday) },
        zone: zone)
    }
    let single = times.single.map { LinkedSchedule(times: $0.times, from: $0.days.lowerBound, to: $0.days.lowerBound, zone: zone) }
    return weekly + single
  }

  // MARK: - Location

  private func writeLocation(to writer: inout JSONWriter) {
    let (location, venue) = (event.location, event.venue)
    guard !location.isEmpty || venue != nil else {
      guard event.isOnline == true, let page = entry.page(.registration) ?? entry.page(.website) else { return }
      return writer.object("location") { writer in
        writer.member("@type", "VirtualLocation")
        writer.member("url", page)
      }
    }
    writer.object("location") { writer in
      writer.member("@type", "Place")
      let name = [location.building, location.room].compactMap(\.self)
      writer.member("name", name.isEmpty ? nil : name.joined(separator: ", "))
      if location.address != nil || venue != nil {
        writer.object("address") { writer in
          writer.member("@type", "PostalAddress")
          writer.member("streetAddress", location.address)
          writer.member("addressLocality", venue?.city)
          writer.member("addressRegion", venue?.state)
        }
      }
      if let position = location.coordinate {
        writer.object("geo") { writer in
          writer.member("@type", "GeoCoordinates")
          writer.members(of: position)
        }
      }
    }
  }
}
