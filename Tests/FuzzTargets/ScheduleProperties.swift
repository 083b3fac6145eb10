import OpeningHours

/// The properties of a schedule that was read from a text.
struct ScheduleProperties {
  private let schedule: Schedule
  private let source: String

  init(_ schedule: Schedule, _ source: String) {
    (self.schedule, self.source) = (schedule, source)
  }

  func check() throws {
    let canonical = schedule.canonical
    try require(canonical.canonical == canonical, "the canonical form is not stable: \(source)")
    try compare(canonical, "the canonical form")
    if let text = schedule.osm {
      let copy = try Schedule(osm: text, zone: schedule.zone)
      try compare(copy, "\"\(text)\"")
      // What is read is in canonical form, so its text is final. Hours of which nothing is known have no text.
      let final = copy.osm ?? "unknown"
      try require(copy.osm != nil || copy.layers.isEmpty, "\"\(text)\" is read, but not written: \(source)")
      let again = try Schedule(osm: final, zone: schedule.zone).osm ?? "unknown"
      try require(again == final, "\"\(final)\" is written as \"\(again)\": \(source)")
    }
    if let text = schedule.portableOSM {
      try compare(try Schedule(osm: text, zone: schedule.zone), "the portable \"\(text)\"")
    }
  }

  /// Compares the open times and the states around the dates that the schedule names, and around clock changes.
  private func compare(_ other: Schedule, _ about: String) throws {
    for start in starts {
      guard let end = Instant(secondsSinceEpoch: start.secondsSinceEpoch + 11 * 86_400) else { continue }
      let (times, copy) = (schedule.openTimes(in: start..<end), other.openTimes(in: start..<end))
      try require(times == copy, "\(about) is open \(copy) instead of \(times): \(source)")
      for step in 0..<20 {
        // Seven hours and thirteen minutes apart, so that all times of day occur.
        guard let instant = Instant(secondsSinceEpoch: start.secondsSinceEpoch + Int64(step * 25_980)) else { continue }
        let (status, copy) = (schedule.status(at: instant), other.status(at: instant))
        try require(
          status.isOpen == copy.isOpen && status.isClosed == copy.isClosed,
          "\(about) is \(copy) at \(instant) instead of \(status): \(source)")
      }
    }
  }

  /// Three days before some of the dates that the schedule names, and before two clock changes.
  private var starts: [Instant] {
    let changes: [Int32] = [20_758, 20_891]
    return (schedule.layers.flatMap(\.boundaries).prefix(4) + changes).compactMap { day in
      LocalDate(daysSinceEpoch: Int(day) - 3).flatMap { schedule.zone.start(of: $0) }
    }
  }
}
