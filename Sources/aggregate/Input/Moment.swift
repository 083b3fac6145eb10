import OpeningHours

/// Reads the times of `--at`.
enum Moment {
  /// RFC 3339, or a local date and time (or a date alone: its beginning), which needs one zone among the selected campuses.
  static func parse(_ text: String, zones: [Zone]) throws(Failure) -> Instant {
    if let instant = Instant(text) { return instant }
    let local = LocalDate(text) == nil ? LocalDateTime(text) : LocalDateTime("\(text)T00:00:00")
    guard let local, local.offset == nil else {
      throw Failure(.usage, "--at \"\(text)\" is no time; write 2026-11-21T12:00:00-05:00, or 2026-11-21T12:00 in the campus's zone")
    }
    let names = Set(zones.map(\.name))
    guard names.count == 1, let instant = zones.first?.instant(local) else {
      let found = names.isEmpty ? "no zone" : "several zones (\(names.sorted().joined(separator: ", ")))"
      throw Failure(
        .usage, "--at \"\(text)\" has no offset and the selected campuses have \(found); add an offset such as -05:00, or --campus")
    }
    return instant
  }
}
