import CampusCatalog
import CatalogQuery
import OpeningHours

/// The opening hours of a place: its week and the exceptions after it, one day on each line.
struct WeekLines {
  private let details: EntryDetails
  private let terminal: Terminal

  init(_ details: EntryDetails, _ terminal: Terminal) {
    self.details = details
    self.terminal = terminal
  }

  func week() -> [String] {
    guard !details.week.isEmpty else { return [] }
    return [""] + lines(details.week.map { ($0.date.longText, Self.words($0.plan), $0.specialName) })
  }

  func exceptions() -> [String] {
    // Exceptions within the week are shown there.
    let coming = details.exceptions.filter { exception in
      guard let last = details.week.last?.date, let to = exception.to else { return true }
      return to > last
    }
    guard !coming.isEmpty else { return [] }
    return ["", "Exceptions to come"]
      + lines(
        coming.map { exception in
          var days = exception.from.longText
          if let to = exception.to, to > exception.from { days += " to \(to.longText)" }
          if exception.to == nil { days = "from \(days) on" }
          return (days, exception.plan.map(Self.words) ?? ["hours vary"], exception.name ?? "special hours")
        })
  }

  /// The hours of each day after its date, then why the day is not as usual.
  private func lines(_ rows: [(days: String, hours: [String], mark: String?)]) -> [String] {
    let column = (rows.map { DisplayWidth.of($0.days) }.max() ?? 0) + 2
    return rows.flatMap { row in
      let mark = row.mark.map { PlainText.visible("(\($0))").split(separator: " ").map(String.init) } ?? []
      return Paragraph.labelled(row.days, row.hours + mark, column: column, on: terminal)
    }
  }

  /// "07:30-10:15 Breakfast,", "11:00-02:00"; a time past midnight is that of the next day's clock.
  static func words(_ plan: DayPlan) -> [String] {
    guard case .services(let services) = plan else { return ["unknown"] }
    if services.isEmpty { return ["closed"] }
    return services.enumerated().map { index, service in
      var closes = service.closes
      if closes > .endOfDay { closes = LocalTime(minutes: Int(closes.minutes) - 1440) ?? closes }
      let isWhole = service.opens == .midnight && service.closes == .endOfDay
      let text = (isWhole ? "open all day" : "\(service.opens)-\(closes)") + (service.label.map { " \($0)" } ?? "")
      return PlainText.visible(index + 1 < services.count ? text + "," : text)
    }
  }
}
