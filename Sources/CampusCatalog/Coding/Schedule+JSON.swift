public import OpeningHours
public import SimdJSON

extension Schedule {
  /// Writes the schedule as `hours` of a place or an event: `{"zone":…,"layers":[…],"osm":…}`.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zone", zone.name)
    writer.key("layers")
    writer.beginArray()
    let layers = layers.span
    for index in layers.indices { layers[index].write(to: &writer) }
    writer.endArray()
    withOSM { text in
      writer.key("osm")
      writer.plainString(limit: text.count) { room in
        if let base = text.baseAddress { room.update(from: base, count: text.count) }
        return text.count
      }
    }
    writer.endObject()
  }
}

extension Layer {
  // Inlined, so that the layer is read in place: a copy changes the reference counts of its members.
  @inline(__always)
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("level")
    writer.plainString(level.name)
    writer.member("name", name)
    writer.member("from", from)
    writer.member("to", to)
    switch rule {
    case .always:
      writer.member("always", true)
    case .week(let week):
      writer.key("week")
      writer.beginObject()
      for number in 0..<7 where !week.days.isClosed(number) {
        guard let day = Weekday(rawValue: number) else { continue }
        writer.key(day.code)
        week.days.write(number, to: &writer)
      }
      writer.endObject()
    case .days(let days):
      writer.key("days")
      writer.beginObject()
      for index in days.dates.indices {
        writer.plainString(limit: 10) { days.dates[index].write(to: $0) }
        writer.literal(":")
        days.plans.write(index, to: &writer)
      }
      writer.endObject()
    }
    if !notes.isEmpty {
      writer.object("notes") { writer in
        for (date, text) in zip(notes.dates, notes.texts) {
          writer.key(date.description)
          writer.string(text)
        }
      }
    }
    writer.endObject()
  }
}

extension DayPlans {
  func write(_ day: Int, to writer: inout JSONWriter) {
    guard let range = range(of: day) else { return writer.string("unknown") }
    writer.beginArray()
    let services = services.span
    for index in range { services[index].write(to: &writer) }
    writer.endArray()
  }
}

extension Service {
  // Inlined for the same reason.
  /// Writes `["07:30","10:15"]` or `["07:30","10:15","Breakfast"]`. Each time is eight bytes, including punctuation.
  @inline(__always)
  fileprivate func write(to writer: inout JSONWriter) {
    let first = UInt64(UInt8(ascii: "[")) | UInt64(UInt8(ascii: "\"")) << 8 | opens.ascii << 16 | UInt64(UInt8(ascii: "\"")) << 56
    let second = UInt64(UInt8(ascii: ",")) | UInt64(UInt8(ascii: "\"")) << 8 | closes.ascii << 16 | UInt64(UInt8(ascii: "\"")) << 56
    writer.value(limit: 16) { room in
      room.storeBytes(of: first.littleEndian, as: UInt64.self)
      room.storeBytes(of: second.littleEndian, toByteOffset: 8, as: UInt64.self)
      return 16
    }
    if label != nil, let label { writer.string(label) }
    writer.endArray()
  }
}
