import CampusCatalog
import CatalogQuery
package import OpeningHours

// The words that pages have in common, whatever their markup.

extension EventListing {
  /// Returns the days, such as "Sat 21 Nov 2026 – Sun 22 Nov 2026, now", or the day and the times: "Sat 21 Nov 2026, 19:00–21:00".
  func dates(on today: LocalDate) -> String {
    if let times { return "\(style.date(day)), \(times)" }
    let first = self.days.lowerBound
    let date = style.date(first)
    let days =
      lastDay.map { "\(date) – \(style.date($0))" }
      ?? (self.days.upperBound == .last ? style.words.text("from-day-on", ["day": date]) : date)
    return first <= today && event.status == nil && event.hours == nil ? "\(days), \(style.words.text("remark-now"))" : days
  }
}

extension HoursException {
  /// Returns the days, such as "Tue 24 Nov – Sun 29 Nov" or "from Tue 24 Nov on". Dates have the year if it differs from `today`'s.
  func days(on today: LocalDate, _ style: RegionalStyle) -> String {
    let first = style.date(from, from: today)
    guard let to else { return style.words.text("from-day-on", ["day": first]) }
    return to > from ? "\(first) – \(style.date(to, from: today))" : first
  }
}

extension DayPlan {
  /// Returns the open times without labels, such as "07:30–14:00, 17:00–02:00"; "closed", "unknown" or "open all day".
  package func openTimes(_ style: RegionalStyle) -> String {
    self == .unknown ? style.words.text("hours-unknown-day") : style.openTimes(openMinutes)
  }
}

extension Service {
  /// Returns the times, such as "17:00–02:00", "5 PM–2 AM" or "open all day".
  package func times(_ style: RegionalStyle) -> String {
    if opens == .midnight, closes == .endOfDay { return style.words.text("open-all-day") }
    return style.times(Int(opens.minutes), Int(closes.minutes))
  }
}

extension ExportFilter {
  /// Returns the selected part of the catalog, such as "Only cafés, libraries"; nil for all of it.
  func pageText(in words: WordTable) -> String? {
    var keys: [String] = []
    if !kinds.isEmpty { keys = Entry.Kind.allCases.filter(kinds.contains).map(\.pluralKey) }
    if !categories.isEmpty { keys = Category.allCases.filter(categories.contains).map { "category-\($0.rawValue)" } }
    let parts = keys.map { words.inSentence(words.text($0)) }
    return parts.isEmpty ? nil : words.text("only", ["parts": parts.joined(separator: ", ")])
  }
}

extension Entry.Kind {
  /// The key of the word for several entries of the kind.
  fileprivate var pluralKey: String {
    switch self {
    case .place: "places"
    case .event: "events"
    case .alert: "alerts"
    case .quote: "quotes"
    case .menu: "menus"
    }
  }
}

extension FeedReport {
  /// The problem of a feed, as the rest of a sentence that begins with its id; nil if it was delivered.
  func warning(in zone: Zone?, _ style: RegionalStyle) -> String? {
    let words = style.words
    let why = reason.map { " (\($0))" } ?? ""
    switch outcome {
    case .absent: return words.text("page-feed-absent", ["why": why])
    case .disabled: return words.text("page-feed-disabled", ["why": why])
    case .stale:
      let time = receivedAt.map { style.text($0, in: zone) } ?? words.text("earlier-time")
      return words.text("page-feed-stale", ["why": why, "time": time])
    case .fresh, .unchanged, .sample, .replayed: return nil
    }
  }

  /// The age of a feed's entries at a moment, such as "3 h old"; nil if the time of reading is unknown.
  ///
  /// - Parameter moment: the moment of the page.
  func age(at moment: Instant, _ language: Language) -> String? {
    guard let seen = [fetchedAt, checkedAt].compactMap({ $0 }).max() else { return nil }
    let seconds = Int(moment.secondsSinceEpoch - seen.secondsSinceEpoch)
    let (words, age) = (language.words, Age.text(abs(seconds), in: language))
    if seconds <= -60 { return words.text("fetched-later", ["age": age]) }
    return seconds < 60 ? words.text("age-under-minute") : words.text("age-old", ["age": age])
  }

  /// Returns the outcome and its reason, such as "stale (timeout.connect)".
  func outcomeText(in words: WordTable) -> String { words.text("outcome-\(outcome.rawValue)") + (reason.map { " (\($0))" } ?? "") }
}

extension Entry {
  /// The name, or else the id.
  var title: String { name ?? id.description }
}

extension OpenSpan {
  /// The times on the clock of a zone, such as "17:00–02:00", after the day of the service.
  ///
  /// - Parameter zone: nil for UTC.
  func times(in zone: Zone?, on today: LocalDate, _ style: RegionalStyle) -> String {
    func minute(_ instant: Instant) -> Int { (zone?.local(instant).second ?? instant.local(offset: 0).second) / 60 }
    let (opens, closes) = (minute(start), minute(end))
    return "\(since(on: today, style)) \(style.times(opens, closes > opens ? closes : closes + 1440))"
  }

  /// The day of a service that is still open: "since yesterday", or "of Mon 30 Nov" for any other day.
  private func since(on today: LocalDate, _ style: RegionalStyle) -> String {
    let words = style.words
    if serviceDay == today.adding(days: -1) { return words.text("since-yesterday") }
    return words.text("of-day", ["day": style.date(serviceDay, from: today)])
  }
}
