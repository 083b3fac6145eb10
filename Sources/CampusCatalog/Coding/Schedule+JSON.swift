public import OpeningHours
public import SimdJSON

extension Schedule {
  /// Writes the JSON form: `{"zone":…,"layers":[…],"osm":…}`.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("zone")
    writer.string(zone.name)
    writer.key("layers")
    writer.beginArray()
    for layer in layers { layer.write(to: &writer) }
    writer.endArray()
    if let osm {
      writer.key("osm")
      writer.string(osm)
    }
    writer.endObject()
  }
}

extension Layer {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("level")
    writer.string("\(level.name)")
    writer.optional("name", name)
    writer.optional("from", from)
    writer.optional("to", to)
    switch rule {
    case .always:
      writer.key("always")
      writer.bool(true)
    case .week(let week):
      writer.key("week")
      writer.beginObject()
      for day in Weekday.allCases where week[day] != .closed {
        writer.key(day.code)
        week[day].write(to: &writer)
      }
      writer.endObject()
    case .days(let days):
      writer.key("days")
      writer.beginObject()
      for day in days {
        writer.key(day.date)
        day.plan.write(to: &writer)
      }
      writer.endObject()
    }
    writer.endObject()
  }
}

extension DayPlan {
  func write(to writer: inout JSONWriter) {
    guard case .services(let services) = self else { return writer.string("unknown") }
    writer.beginArray()
    for service in services {
      writer.beginArray()
      writer.time(service.opens)
      writer.time(service.closes)
      if let label = service.label { writer.string(label) }
      writer.endArray()
    }
    writer.endArray()
  }
}

extension JSONWriter {
  mutating func time(_ time: LocalTime) { plainString(limit: 5) { time.write(to: $0) } }

  mutating func key(_ date: LocalDate) {
    plainString(limit: 10) { date.write(to: $0) }
    literal(":")
  }

  mutating func optional(_ key: StaticString, _ date: LocalDate?) {
    guard let date else { return }
    self.key(key)
    plainString(limit: 10) { date.write(to: $0) }
  }

  mutating func optional(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    self.key(key)
    string(text)
  }

  mutating func optional(_ key: StaticString, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    self.key(key)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  mutating func optional(_ key: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    self.key(key)
    bool(flag)
  }
}
