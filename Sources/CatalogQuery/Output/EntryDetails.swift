public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// All that is known of one entry, beside its own fields.
public struct EntryDetails: Sendable {
  public let entry: Entry
  public let zone: Zone?
  /// Nil for what is no place; so too the week and the exceptions.
  public let answers: PlaceAnswers?
  /// Seven days from the asked one on; empty for a place without hours.
  public let week: [HoursDay]
  /// Exceptions from the asked day on.
  public let exceptions: [HoursException]
  /// The reports of the feeds whose records made the entry, sorted by id.
  public let feeds: [FeedReport]

  public init(of entry: Entry, feeds: [FeedReport], by rule: StatusRule) {
    self.entry = entry
    zone = rule.zone(of: entry)
    let sources = Set(entry.sources.map(\.feed))
    self.feeds = feeds.filter { sources.contains($0.id) }.sorted { $0.id < $1.id }
    answers = entry.place.map { _ in PlaceAnswers(of: entry, by: rule) }
    if let hours = entry.place?.hours, !hours.layers.isEmpty {
      let today = hours.zone.local(rule.instant).date
      // A night that is still on belongs to the day before.
      let next = Instant(secondsSinceEpoch: rule.instant.secondsSinceEpoch + 1, nanoseconds: rule.instant.nanoseconds)
      let current = next.flatMap { hours.spans(in: rule.instant..<$0).first?.serviceDay }
      week = HoursDay.days(7, from: min(current ?? today, today), of: hours)
      exceptions = HoursException.coming(hours, from: today)
    } else {
      week = []
      exceptions = []
    }
  }

  /// Writes the members `answers`, `week`, `exceptions` and `feeds` of a `campus-list/1`.
  public func write(to writer: inout JSONWriter) {
    if let answers {
      writer.key("answers")
      answers.write(to: &writer, in: zone)
      writer.key("week")
      writer.beginArray()
      for day in week {
        writer.beginObject()
        writer.key("date")
        writer.string(day.date.description)
        writer.key("services")
        day.plan.write(to: &writer)
        if let mark = day.mark {
          writer.key("special")
          writer.string(mark)
        }
        writer.endObject()
      }
      writer.endArray()
      writer.key("exceptions")
      writer.beginArray()
      for exception in exceptions { exception.write(to: &writer) }
      writer.endArray()
    }
    writer.key("feeds")
    writer.beginArray()
    for feed in feeds {
      writer.beginObject()
      writer.key("id")
      writer.string(feed.id.description)
      writer.key("outcome")
      writer.string(feed.outcome.rawValue)
      if let reason = feed.reason {
        writer.key("reason")
        writer.string(reason.description)
      }
      for (key, instant) in [("fetchedAt", feed.fetchedAt), ("checkedAt", feed.checkedAt)] {
        guard let instant else { continue }
        writer.key(key)
        writer.time(instant, in: zone)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}

extension PlaceAnswers {
  fileprivate func write(to writer: inout JSONWriter, in zone: Zone?) {
    writer.beginObject()
    writer.key("openToday")
    openToday.write(to: &writer)
    if let isOpen {
      writer.key("isOpen")
      writer.bool(isOpen)
    }
    for (key, instant) in [("closes", closes), ("opens", opens)] {
      guard let instant else { continue }
      writer.key(key)
      writer.time(instant, in: zone)
    }
    writer.key("sentence")
    writer.string(sentence)
    writer.endObject()
  }
}

extension HoursException {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("from")
    writer.string(from.description)
    if let to {
      writer.key("to")
      writer.string(to.description)
    }
    if let name {
      writer.key("name")
      writer.string(name)
    }
    if let plan {
      writer.key("services")
      plan.write(to: &writer)
    }
    writer.endObject()
  }
}

extension DayPlan {
  /// As in a catalog: `[["07:30","10:15","Breakfast"]]`, or `"unknown"`.
  fileprivate func write(to writer: inout JSONWriter) {
    guard case .services(let services) = self else { return writer.string("unknown") }
    writer.beginArray()
    for service in services {
      writer.beginArray()
      writer.string(service.opens.description)
      writer.string(service.closes.description)
      if let label = service.label { writer.string(label) }
      writer.endArray()
    }
    writer.endArray()
  }
}
