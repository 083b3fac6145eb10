import CampusCatalog
import OpeningHours

extension Table {
  /// Returns entries as their adapter read them: a row for each with its record, name, kind or category, hours and position.
  static func lines(ofTrial entries: [Entry], on terminal: Terminal) -> [String] {
    let columns: [Column] = [
      .init(title: "NAME", minimum: 12), .init(title: "CATEGORY", minimum: 8, isWhole: true), .init(title: "HOURS", minimum: 20),
      .init(title: "POSITION", rank: 1, comfort: 18), .init(title: "BUILDING", rank: 2), .init(title: "ADDRESS", rank: 3),
      .init(title: "RECORD", minimum: 10, isNeverCut: true),
    ]
    let rows = entries.map { entry -> [Cell] in
      let location = entry.location
      let position = location?.coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""
      return [
        .init(entry.name ?? entry.quote?.text ?? ""), .init(entry.place?.category.rawValue ?? entry.kind.rawValue), .init(hours(of: entry)),
        .init(position), .init(location?.building ?? ""), .init(location?.address ?? ""), .init(entry.sources.first?.record ?? ""),
      ]
    }
    return lines(columns, rows, on: terminal)
  }

  private static func hours(of entry: Entry) -> String {
    if let event = entry.event, event.hours == nil { return "\(event.startDate) to \(event.endDate)" }
    guard let hours = entry.hours else { return "" }
    let text = text(of: hours)
    // The days on which an event does not take place are no news.
    return entry.kind == .event ? String(text.trimmingPrefix("unknown; ")) : text
  }

  /// Returns hours as `opening_hours`, except that nights end as people say: "18:00-02:00", not "18:00-26:00".
  static func text(of hours: Schedule) -> String {
    guard let osm = hours.osm else { return hours.layers.isEmpty ? "unknown" : "in \(hours.layers.count.counted("layer"))" }
    return osm.replacing(/-([2-4][0-9]):([0-5][0-9])/) { match in
      guard let hour = Int(match.1), hour > 24 || hour == 24 && match.2 != "00" else { return String(match.0) }
      return "-\(hour % 24 < 10 ? "0" : "")\(hour % 24):\(match.2)"
    }
  }
}
