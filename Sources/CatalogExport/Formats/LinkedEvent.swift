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
    let hours = event.hours.flatMap { $0.layers.isEmpty ? nil : $0 }
    let known = hours.flatMap { hours in
      hours.zone.start(of: event.startDate).map { hours.occurrences(from: $0, before: end(in: hours.zone), limit: 2) }
    }
    guard let hours, let known, let first = known.first else {
      writer.member("startDate", event.startDate)
      if !event.isEndless { writer.member("endDate", event.endDate) }
      return
    }
    writer.member("startDate", hours.zone.text(first.start))
    if known.count == 1 {
      if !event.endUnknown { writer.member("endDate", hours.zone.text(first.end)) }
      return
    }
    if !event.isEndless { writer.member("endDate", event.endDate) }
    writer.objects("eventSchedule", schedules(of: hours)) { $0.write(to: &$1, hasEnd: !event.endUnknown) }
  }

  private func end(in zone: Zone) -> Instant? { event.endDate.adding(days: 2).flatMap { zone.start(of: $0) } }

  /// Some occurrences with the same local times.
  private struct LinkedSchedule {
    let service: Service
    let from: LocalDate?
    let to: LocalDate?
    /// Empty for a single date.
    var weekdays: [Weekday] = []
    var exceptions: [LocalDate] = []
    let zone: Zone

    func write(to writer: inout JSONWriter, hasEnd: Bool) {
      writer.member("@type", "Schedule")
      writer.member("startDate", from)
      writer.member("endDate", to)
      writer.member("startTime", Self.time(service.opens))
      if hasEnd { writer.member("endTime", Self.time(service.closes)) }
      if weekdays.isEmpty {
        writer.member("repeatCount", 1)
      } else {
        writer.member("repeatFrequency", "P1W")
        writer.member("byDay", weekdays.map { "https://schema.org/\($0.name)" })
      }
      writer.member("exceptDate", exceptions.map(\.description))
      writer.member("scheduleTimezone", zone.name)
    }

    private static func time(_ time: LocalTime) -> String {
      let minutes = Int(time.minutes) % 1440
      return "\(String("\(100 + minutes / 60)".dropFirst())):\(String("\(100 + minutes % 60)".dropFirst())):00"
    }
  }

  private func schedules(of hours: Schedule) -> [LinkedSchedule] {
    let stretches = hours.stretches
    return hours.layers.indices.flatMap { index -> [LinkedSchedule] in
      let layer = hours.layers[index]
      if case .days(let days) = layer.rule {
        return days.filter { hours.decidingLayer(on: $0.date) == index }.flatMap { day in
          day.plan.services.map { LinkedSchedule(service: $0, from: day.date, to: day.date, zone: hours.zone) }
        }
      }
      return stretches[index].flatMap { stretch in
        LayerService.all(of: layer).map { service in
          let gaps = stretch.gaps.flatMap { $0.compactMap { LocalDate(daysSinceEpoch: Int($0)) } }
          return LinkedSchedule(
            service: service.service, from: stretch.from, to: stretch.to, weekdays: service.weekdays,
            exceptions: gaps.filter { service.weekdays.contains($0.weekday) }, zone: hours.zone)
        }
      }
    }
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
