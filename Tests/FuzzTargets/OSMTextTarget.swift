import OpeningHours

/// OpenStreetMap's text of opening hours: the text that is written from what was read means the same, and is written again as it is.
enum OSMTextTarget {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let names = ["America/New_York", "Europe/London", "Atlantic/Azores", "Asia/Tokyo", "Australia/Lord_Howe"]
    guard let zone = Zone(names[bytes.count % names.count]) else { throw BrokenProperty("no zone") }
    let plain = try? Schedule(osm: text, zone: zone)
    if let plain { try ScheduleProperties(plain, text).check() }
    var remarks: [String] = []
    let holidays = [LocalDate(year: 2026, month: 12, day: 25), LocalDate(year: 2027, month: 1, day: 1)].compactMap { $0.map { $0...$0 } }
    let schedule = try? Schedule(osm: text, zone: zone, in: OSMContext(holidays: holidays), remarks: &remarks)
    if let schedule, schedule != plain { try ScheduleProperties(schedule, text).check() }
  }
}
