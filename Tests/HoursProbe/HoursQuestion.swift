import CampusCatalog
import OpeningHours
import SimdJSON

/// A question about hours and its answer, both JSON.
///
///     {"hours":{"zone":…,"layers":[…]},"from":1762000000,"to":1762086400,"step":60}
///
/// The status is evaluated at `from` and every `step` seconds before `to`. `runs` has each answer with the moment at which
/// it was first given; it is followed by the openings of the range, when and how long it is open, and through which day hours are known
/// on the first day. Moments are seconds since 1970. `"canonical":true` returns the canonical form instead; `"osm"` and `"zone"`
/// instead of `"hours"` read an OSM text.
struct HoursQuestion {
  let schedule: Schedule
  let range: Range<Instant>
  let step: Int64

  struct Unusable: Error { let reason: String }

  static func answer(_ line: [UInt8]) throws -> String {
    var writer = JSONWriter(capacity: 4096)
    try HoursQuestion(line).answer(to: &writer)
    return writer.text
  }

  init(_ line: [UInt8]) throws {
    let document = try JSONDocument(parsing: line)
    if let text = try document.root.text("osm") {
      guard let zone = Zone(try document.root.requiredText("zone")) else { throw Unusable(reason: "no such zone") }
      schedule = try Schedule(osm: text, zone: zone)
    } else {
      let given = try Schedule(reading: try document.root.requiredObject("hours"))
      schedule = try document.root.flag("canonical") == true ? given.canonical : given
    }
    let (from, to) = (try document.root.requiredInteger("from"), try document.root.requiredInteger("to"))
    guard let first = Instant(secondsSinceEpoch: from), let last = Instant(secondsSinceEpoch: to), first < last else {
      throw Unusable(reason: "no range")
    }
    range = first..<last
    step = try document.root.integer("step") ?? 60
  }

  func answer(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("runs")
    writer.beginArray()
    var last: Status?
    for second in stride(from: range.lowerBound.secondsSinceEpoch, to: range.upperBound.secondsSinceEpoch, by: Int64.Stride(step)) {
      guard let moment = Instant(secondsSinceEpoch: second) else { continue }
      let status = schedule.status(at: moment)
      if status != last { write(status, from: moment, to: &writer) }
      last = status
    }
    writer.endArray()
    writer.key("spans")
    writer.beginArray()
    for span in schedule.spans(in: range) {
      writer.beginArray()
      writer.moment(span.start)
      writer.moment(span.end)
      writer.string(span.serviceDay.description)
      if let label = span.label { writer.string(label) }
      writer.endArray()
    }
    writer.endArray()
    writer.key("times")
    writer.beginArray()
    for time in schedule.openTimes(in: range) {
      writer.beginArray()
      writer.moment(time.lowerBound)
      writer.moment(time.upperBound)
      writer.endArray()
    }
    writer.endArray()
    writer.key("seconds")
    writer.integer(schedule.openSeconds(in: range))
    if let known = schedule.lastKnownDay(from: schedule.zone.local(range.lowerBound).date) {
      writer.key("known")
      writer.string(known.description)
    }
    if let osm = schedule.osm {
      writer.key("osm")
      writer.string(osm)
    }
    writer.endObject()
  }

  /// `[moment, state, until, opens, because]`, shorter where the rest is null.
  private func write(_ status: Status, from moment: Instant, to writer: inout JSONWriter) {
    writer.beginArray()
    writer.moment(moment)
    switch status.state {
    case .open: writer.string("open")
    case .closed: writer.string("closed")
    case .unknown: writer.string("unknown")
    }
    if status.until != nil || status.opens != nil || status.unknownReason != nil { writer.moment(status.until) }
    if status.opens != nil || status.unknownReason != nil { writer.moment(status.opens) }
    if let because = status.unknownReason { writer.string(because.text) }
    writer.endArray()
  }
}

extension UnknownHoursReason {
  /// "hours.after 2026-11-20"
  fileprivate var text: String {
    switch self {
    case .noHours: code
    case .after(let date), .before(let date), .gap(let date): "\(code) \(date)"
    case .old(let instant): "\(code) \(instant)"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func moment(_ instant: Instant?) {
    if let instant { integer(Int(instant.secondsSinceEpoch)) } else { null() }
  }
}
