import OpeningHours

/// What's Open: one facility changes about three times a week, and special schedules come and go around breaks, one facility
/// after the other.
struct FacilitiesYear: MadeUpFeed {
  private let campus: Int
  private let facilities: Int

  private struct Special {
    let facility: Int
    let days: ClosedRange<LocalDate>
    let shown: Range<Int>
  }

  /// Sorted by time.
  private let edits: [(at: Int, facility: Int)]
  private let specials: [Special]
  private let moments: [Int]

  /// - Parameter campus: the number of the campus; 0 is George Mason's.
  init(from start: Int, days: Int, campus: Int = 0, facilities: Int = 32) {
    (self.campus, self.facilities) = (campus, facilities)
    edits = (0..<days / 2).map { index in
      var chance = Chance(2, index + 1000 * campus)
      let work = (12 + chance.below(10)) * 3600
      return (
        start / 86_400 * 86_400 + index * 2 * 86_400 + chance.below(2) * 86_400 + work + chance.below(3600), chance.below(facilities)
      )
    }
    .sorted { $0.at < $1.at }
    specials = LocalDate.breaks.enumerated().flatMap { index, days in
      (0..<facilities).compactMap { facility in
        var chance = Chance(3, index, facility + 1000 * campus)
        guard chance.below(4) > 0 else { return nil }
        let first = Int(days.lowerBound.daysSinceEpoch) * 86_400
        let last = Int(days.upperBound.daysSinceEpoch) * 86_400
        let shown = first - (5 + chance.below(6)) * 86_400 + chance.below(8 * 3600)
        return Special(facility: facility, days: days, shown: shown..<last + 2 * 86_400 + chance.below(8 * 3600))
      }
    }
    moments = (edits.map(\.at) + specials.flatMap { [$0.shown.lowerBound, $0.shown.upperBound] }).sorted()
  }

  func version(at second: Int) -> Int { Self.count(of: moments, until: second) }

  func body(at second: Int) -> String {
    "[" + (0..<facilities).map { facility($0, at: second) }.joined(separator: ",") + "]"
  }

  private func facility(_ number: Int, at second: Int) -> String {
    let edits = edits.filter { $0.facility == number && $0.at <= second }
    var chance = Chance(4, number + 1000 * campus)
    let name = "\(chance.words(2)) \(["Grill", "Café", "Library", "Gym", "Office"][number % 5]) \(number)"
    let created = 1_503_780_000 + chance.below(90_000_000)
    var hours = (0..<7).map { _ in (open: 7 * 60 + chance.below(6) * 30, close: 17 * 60 + chance.below(12) * 30) }
    var note = chance.below(3) == 0 ? chance.words(8) : ""
    for edit in edits {
      var chance = Chance(5, edit.at)
      if chance.below(5) == 0 { note = chance.words(4 + chance.below(8)) }
      let days = [0..<5, 5..<7, 4..<5, 0..<7][chance.below(4)]
      let (open, close) = (7 * 60 + chance.below(8) * 30, 17 * 60 + chance.below(12) * 30)
      for day in days { hours[day] = (open, close) }
    }
    let modified = edits.last?.at ?? created + 3_000_000
    let (latitude, longitude) = (38.826 + Double(chance.below(100)) / 10_000, -77.312 + Double(chance.below(100)) / 10_000)
    let specials = specials.filter { $0.facility == number && $0.shown.contains(second) }.map { special in
      let id = 5000 + number * 100 + Int(special.days.lowerBound.daysSinceEpoch) % 100
      let isClosed = (number + id) % 2 == 0
      return schedule(
        id, "\(name) [break \(special.days.lowerBound)]", isClosed ? [] : hours.map { ($0.open + 120, $0.close - 120) },
        "\"\(special.days.lowerBound)T00:00:00-05:00\"", "\"\(special.days.upperBound)T23:59:59-05:00\"", special.shown.lowerBound)
    }
    return """
      {"slug":"facility-\(number)","facility_name":"\(name)","logo":"","note":"\(note)","facility_location":{"id":\(number),"created":\
      "\(Self.stamp(created))","modified":"\(Self.stamp(created + 900))","building":"Hall \(number % 12)","friendly_building":"H\(number % 12)",\
      "address":"\(4300 + number) Aquia Creek Ln","campus_region":"fairfax","on_campus":true,"coordinate_location":{"type":"Point",\
      "coordinates":[\(longitude),\(latitude)]}},"facility_category":{"id":\(number % 5),"created":"\(Self.stamp(created + 1))","modified":\
      "\(Self.stamp(created + 2))","name":"\(["Restaurant", "Café", "Library", "Athletic Facility", "Office"][number % 5])"},\
      "facility_product_tags":["\(chance.words(1))","\(chance.words(1))"],"facility_labels":[],"tapingo_url":"","phone_number":"",\
      "facility_classifier":"","main_schedule":\(schedule(100 + number, name + " [main]", hours.map { ($0.open, $0.close) }, "null", "null", modified)),\
      "special_schedules":[\(specials.joined(separator: ","))],"modified":"\(Self.stamp(modified))"}
      """
  }

  private func schedule(
    _ id: Int, _ name: String, _ hours: [(open: Int, close: Int)], _ start: String, _ end: String, _ modified: Int
  ) -> String {
    let times = hours.enumerated().map { day, hours in
      """
      {"schedule":\(id),"modified":"\(Self.stamp(modified + day))","start_day":\(day),"end_day":\(day),"start_time":\
      "\(Self.clock(hours.open))","end_time":"\(Self.clock(hours.close))"}
      """
    }
    return """
      {"id":\(id),"open_times":[\(times.joined(separator: ","))],"modified":"\(Self.stamp(modified))","name":"\(name)","valid_start":\(start),\
      "valid_end":\(end),"twenty_four_hours":false,"promote_to_main":false,"schedule_for_removal":null}
      """
  }
}
