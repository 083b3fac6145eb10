extension Schedule {
  /// The schedule as [OSM `opening_hours` text](https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification), such as
  /// `Mo-Fr 07:30-22:00; 2026 Nov 26 off`; nil if the schedule has no layers or the text cannot express it.
  ///
  /// Each rule replaces the days it names, as each layer does. Days that no layer covers are unknown, so the text of a schedule without
  /// an unbounded layer begins with the rule `unknown`. Labels are omitted, and times that touch are joined. A night is written
  /// `18:00-26:00` and belongs to the day it begins. Of forms with the same meaning, the text has the ones that other programs accept: both
  /// years of a range (`2026 Nov 23-2026 Dec 18`), `2027+` only for whole years, and `24/7` only alone. Other readers let a rule for the next
  /// day cut a night short, so a layer with nights first closes its days and then adds the open times.
  public var osm: String? {
    var text: String?
    withOSM { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// Calls `body` with the bytes of `osm`, unless it is nil. Writers use this to avoid allocating a string for each place.
  package func withOSM(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if layers.isEmpty { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: OSMWriter.bufferSize) { buffer in
      var writer = OSMWriter(using: buffer)
      if writer.add(layers) { writer.out.withBytes(body) }
    }
  }

  /// Creates a schedule from OSM `opening_hours` text. The schedule is in canonical form.
  ///
  /// Supported are dates with a year, weekdays, times up to 48:00, `24/7`, `off`, `closed`, `open`, `unknown`, and comments. The comment of
  /// `open` is the label of its hours; a comment without a state makes them unknown. A rule after `;` replaces the days it names; a rule
  /// after `,` adds to them. Days that no rule names are closed.
  ///
  /// - Throws: `OSMHoursError` for text that a schedule cannot express, such as yearly dates, public holidays, weeks of the year, sunrise,
  ///   or fallback rules, and for text of more than 16,384 bytes: because each of its dates is compared with each rule.
  public init(osm text: String, zone: Zone) throws(OSMHoursError) {
    var reader = OSMReader(text)
    self.init(try reader.rules(), zone)
  }

  /// Creates a schedule from OSM `opening_hours` text of a feed, in which a closing time of 23:59 is midnight, and `PH` are the holidays of
  /// the context. `SH`, and `PH` without holidays, are left out, as in `Mo-Su,PH`; rules that apply only to them are left out, too.
  ///
  /// - Parameter remarks: the parts that were left out, each in one sentence without a period.
  package init(osm text: String, zone: Zone, in context: OSMContext, remarks: inout [String]) throws(OSMHoursError) {
    var reader = OSMReader(text, context)
    self.init(try reader.rules(), zone)
    remarks += reader.remarks
  }

  private init(_ rules: [OSMReader.Rule], _ zone: Zone) {
    var builder = ScheduleBuilder(boundaries: rules.flatMap(\.boundaries)) { day in
      LocalDate(daysSinceEpoch: Int(day)).map { Self.plan(on: $0, by: rules) } ?? .unknown
    }
    self = builder.schedule(zone: zone).canonical
  }

  private static func plan(on date: LocalDate, by rules: [OSMReader.Rule]) -> DayPlan {
    var plan = DayPlan.closed
    for rule in rules where rule.covers(date) {
      plan = rule.adds && rule.plan != .unknown ? DayPlan(Array(plan.services) + Array(rule.plan.services)) : rule.plan
    }
    return plan
  }
}
