import CampusCatalog
import OpeningHours

extension Table {
  /// Returns entries as their adapter read them: a row for each with its record, name, kind or category, hours and position. A menu has its
  /// dishes instead of a name, and says how many of them have diets, allergens and prices.
  static func lines(ofTrial entries: [Entry], on terminal: Terminal) -> [String] {
    let columns: [Column] = [
      .init(title: "NAME", minimum: 12), .init(title: "CATEGORY", minimum: 8, isWhole: true), .init(title: "HOURS", minimum: 20),
      .init(title: "DISHES", minimum: 6, isWhole: true),
      .init(title: "POSITION", rank: 1, comfort: 18), .init(title: "BUILDING", rank: 2), .init(title: "ADDRESS", rank: 3),
      .init(title: "RECORD", minimum: 10, isNeverCut: true),
    ]
    let rows = entries.map { entry -> [Cell] in
      let location = entry.location
      let position = location?.coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""
      return [
        .init(entry.name ?? entry.quote?.text ?? names(of: dishes(of: entry))),
        .init(entry.place?.category.rawValue ?? entry.kind.rawValue),
        .init(hours(of: entry)), .init(counts(of: dishes(of: entry))), .init(position), .init(location?.building ?? ""),
        .init(location?.address ?? ""), .init(entry.sources.first?.record ?? ""),
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

  private static func dishes(of entry: Entry) -> [Dish] { entry.menu?.sections.flatMap(\.dishes) ?? [] }

  private static func names(of dishes: [Dish]) -> String { dishes.map(\.name).joined(separator: ", ") }

  /// Returns "3 (diets 2, allergens 2, prices 3)".
  private static func counts(of dishes: [Dish]) -> String {
    guard !dishes.isEmpty else { return "" }
    func count(_ name: String, _ holds: (Dish) -> Bool) -> String { "\(name) \(dishes.count(where: holds))" }
    let parts = [
      count("diets") { !$0.diets.isEmpty }, count("allergens") { $0.allergensStated || !$0.allergens.isEmpty },
      count("prices") { !$0.prices.isEmpty },
    ]
    return "\(dishes.count) (\(parts.joined(separator: ", ")))"
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
