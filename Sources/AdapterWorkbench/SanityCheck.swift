public import FeedKit

/// Checks the result of an adapter against common knowledge: when people eat, and where campuses are.
///
/// The checks know nothing about the feed, so each finding is a reason to look again and not an error.
public struct SanityCheck: Sendable {
  private let campus: Campus
  private let places: [Entry]
  /// Some of the raw records, with the places read from them.
  private let samples: [(place: Entry, record: JSONTree)]
  private let positions: [EntryID: Int]
  /// The local date of the reply.
  private let today: LocalDate?
  /// The hours of each place that has some, on the days around the reply or, for hours on other dates, on their first days.
  private let weeks: [[DayPlan]]

  /// The number of days that are looked at.
  private static let days = 14

  /// - Parameters:
  ///   - trial: one reading of replies.
  ///   - moment: when the replies were received; nil if unknown.
  public init(_ trial: AdapterTrial, at moment: Instant?) {
    let draft = trial.draft
    campus = draft.feed.campus
    samples = trial.samples(Limit.sampledRecords).filter { $0.entry.kind == .place }.map { ($0.entry, $0.record) }
    places = draft.entries.filter { $0.kind == .place }
    positions = Dictionary(zip(draft.ids, draft.pointers).compactMap { id, pointer in pointer.index.map { (id, $0) } }) { first, _ in first
    }
    let zone = draft.feed.campus.timeZone
    today = moment.flatMap { moment in zone?.local(moment).date }
    let schedules = places.compactMap(\.place?.hours).filter { !$0.layers.isEmpty }
    let first = today ?? Self.firstDate(of: schedules)
    let shared = first.map { Self.week(of: schedules, from: $0) } ?? []
    if shared.contains(where: { $0.contains { $0 != .unknown } }) {
      weeks = shared
    } else {
      weeks = Self.firstDate(of: schedules).map { Self.week(of: schedules, from: $0) } ?? shared
    }
  }

  /// Returns the doubtful findings: on hours, places and ids.
  public func findings() -> [SanityFinding] {
    guard !places.isEmpty else { return [] }
    let all: [(SanityFinding.Code, String?)] = [
      (.noHours, noHours), (.noon, noon), (.nights, nights), (.weekend, weekend), (.neverOpen, neverOpen),
      (.aroundTheClock, aroundTheClock), (.oneWeekday, oneWeekday), (.partialHours, partialHours), (.closedLabel, closedLabel),
      (.oddTimes, oddTimes), (.otherDates, otherDates), (.oneSpot, oneSpot),
      position, (.capitals, capitals), (.names, names), (.noCategory, noCategory), (.positionIDs, positionIDs),
      (.changingIDs, changingIDs),
    ]
    return all.compactMap { code, message in message.map { SanityFinding(code, $0) } }
  }

  private static func week(of schedules: [Schedule], from first: LocalDate) -> [[DayPlan]] {
    // From a Monday on, so that the index of a day is its weekday.
    let monday = first.adding(days: -first.weekday.rawValue) ?? first
    return schedules.map { schedule in
      (0..<days).map { day in monday.adding(days: day).map { schedule.plan(on: $0) } ?? .unknown }
    }
  }

  private static func firstDate(of schedules: [Schedule]) -> LocalDate? {
    let dates = schedules.flatMap(\.layers).compactMap { layer -> LocalDate? in
      if case .days(let days) = layer.rule { return days.dates.first }
      return layer.from
    }
    return dates.min() ?? LocalDate(year: 2026, month: 1, day: 5)
  }
}

// MARK: - Hours

extension SanityCheck {
  private var noHours: String? {
    let count = places.count - weeks.count
    guard count * 2 > places.count else { return nil }
    return "\(count) of \(places.count.counted("place")) have no hours; are they read from the right values?"
  }

  private var neverOpen: String? {
    let never = weeks.count { week in week.contains { $0 != .unknown } && week.allSatisfy { $0.services.isEmpty } }
    guard never > 0, never * 2 >= weeks.count, never < weeks.count || weeks.count < 3 else { return nil }
    return
      "\(never) of \(weeks.count.counted("place")) never open on the days that are known; are their times read from the right values?"
  }

  private var aroundTheClock: String? {
    let always = weeks.count { week in week.contains { $0.isAroundTheClock } && week.allSatisfy { $0.isAroundTheClock || $0 == .unknown } }
    guard weeks.count >= 3, always * 3 > weeks.count else { return nil }
    return "\(always) of \(weeks.count.counted("place")) are open around the clock; does the feed mean closed by 00:00-00:00?"
  }

  private var oneWeekday: String? {
    let day = OneDay.weekday(of: places.compactMap(\.place?.hours), in: RecordTable(samples.map(\.record)))
    return day.map { "the hours are those of \($0.name) only; is the reply about one day, such as today? A week would be wrong" }
  }

  private var partialHours: String? {
    let found = samples.compactMap { place, record in place.place?.hours.map { UnreadTimes(in: record, of: $0) } }
    return UnreadTimes.common(found).map { pointer, example in
      "most places have times of which only a part is in their hours, not \(pointer) \(example); are all lists and days read?"
    }
  }

  private var services: [Service] { weeks.joined().flatMap { Array($0.services) } }

  private var closedLabel: String? {
    services.first { $0.label?.isClosedWord == true }
      .map { "an opening from \($0.opens) to \($0.closes) has the label \"\($0.label ?? "")\"" }
  }

  private var oddTimes: String? {
    let services = services
    let odd = services.filter { $0.opens.minutes % 5 != 0 }
    guard services.count >= 5, odd.count * 2 > services.count else { return nil }
    return "most openings begin at times such as \(odd[0].opens); is a time zone applied to local times?"
  }

  /// The plans of all places on the weekdays from Monday to Friday that are known.
  private var workdays: [DayPlan] {
    weeks.flatMap { week in week.indices.filter { $0 % 7 < 5 }.map { week[$0] } }.filter { $0 != .unknown }
  }

  private var noon: String? {
    let days = workdays
    guard weeks.count >= 3, !days.isEmpty else { return nil }
    if !days.contains(where: { $0.isOpen(at: 12 * 60) }) {
      return "no place is open at noon on a weekday; are times, dates or weekdays read wrongly?"
    }
    let isAlways = days.allSatisfy { $0.isOpen(at: 12 * 60) && $0.isOpen(at: 3 * 60) }
    return isAlways ? "every place is always open, at noon and at 03:00; are closed days read?" : nil
  }

  private var nights: String? {
    let services = services.filter { $0.closes.minutes - $0.opens.minutes < 1440 }
    guard services.count >= 5 else { return nil }
    let early = services.count { $0.opens.minutes < 5 * 60 }
    let late = services.count { $0.opens.minutes >= 18 * 60 && $0.closes.minutes >= 26 * 60 }
    guard (early + late) * 2 > services.count else { return nil }
    return "\(early + late) of \(services.count.counted("opening")) are at night; are am and pm, or the time zone, read wrongly?"
  }

  /// Compares how many places are open on each weekday. Campuses are quiet on Saturdays and Sundays.
  private var weekend: String? {
    guard weeks.count >= 4 else { return nil }
    let open = (0..<7).map { day in weeks.reduce(0) { $0 + Self.openMinutes($1, day) + Self.openMinutes($1, day + 7) } }
    guard let most = open.max(), most > 0 else { return nil }
    let quiet = (0..<7).filter { open[$0] * 4 < most * 3 }
    let isKnown = (0..<7).allSatisfy { day in weeks.contains { $0[day] != .unknown || $0[day + 7] != .unknown } }
    // A single quiet day of a single week may be a holiday.
    let isHoliday = !weeks.contains { week in (0..<7).allSatisfy { week[$0] != .unknown && week[$0 + 7] != .unknown } }
    guard isKnown, [[0, 6], [4, 5]].contains(quiet) || quiet.count == 1 && (1...3).contains(quiet[0]) && !isHoliday else { return nil }
    let names = quiet.compactMap { Weekday(rawValue: $0).map { "\($0.shortName)" } }.joined(separator: " and ")
    return "places are open least on \(names), as on a weekend; which day is the first of the feed's week?"
  }

  private static func openMinutes(_ week: [DayPlan], _ day: Int) -> Int {
    week[day].services.reduce(0) { $0 + Int($1.closes.minutes - $1.opens.minutes) }
  }

  private var otherDates: String? {
    guard let today, !weeks.isEmpty else { return nil }
    let schedules = places.compactMap(\.place?.hours).filter { !$0.layers.isEmpty }
    let isKnown = schedules.contains { schedule in
      (-1...7).contains { day in today.adding(days: day).map { schedule.plan(on: $0) != .unknown } ?? false }
    }
    guard !isKnown, let first = Self.firstDate(of: schedules) else { return nil }
    return "the reply is of \(today), and all hours are on other dates, from \(first) on; are day and month read in the right order?"
  }
}

extension DayPlan {
  fileprivate func isOpen(at minute: Int16) -> Bool { services.contains { $0.opens.minutes <= minute && minute < $0.closes.minutes } }
}

extension String {
  fileprivate var isClosedWord: Bool { lowercased().split { !$0.isLetter }.contains { $0 == "closed" || $0 == "shut" } }
}

// MARK: - Places

extension SanityCheck {
  private var coordinates: [Coordinate] { places.compactMap(\.place?.location.coordinate) }

  private var oneSpot: String? {
    let found = coordinates
    guard found.count >= 3, Set(found).count == 1 else { return nil }
    return "all \(found.count) places are at \(found[0].latitude), \(found[0].longitude); is it the position of the campus?"
  }

  private var capitals: String? {
    let names = places.compactMap(\.name)
    let capitals = names.filter { $0 == $0.uppercased() && $0.filter(\.isLetter).count > 3 }
    guard names.count >= 3, capitals.count * 2 > names.count else { return nil }
    return "most names are in capitals, such as \"\(capitals[0])\"; is there another value for the name?"
  }

  private var names: String? {
    let names = places.compactMap(\.name)
    let odd = names.filter { !$0.contains(where: \.isLetter) || $0.hasPrefix("http") || $0.contains("</") || $0.contains("&amp;") }
    if odd.count * 10 > names.count, let name = odd.first {
      return "some names do not look like names, such as \"\(name.prefix(60))\"; is HTML to be read as text?"
    }
    guard names.count >= 4, Set(names).count * 2 < names.count else { return nil }
    return "many places have the same name, such as \"\(names[0])\"; is it the name of the group?"
  }

  private var noCategory: String? {
    guard places.count >= 3, places.allSatisfy({ $0.place?.category == .other }) else { return nil }
    return "all places have the category \"other\"; map the feed's words, or words in names, to categories"
  }

  /// The finding on the positions of places: that they are far from the campus, or else that its clock does not fit them.
  private var position: (SanityFinding.Code, String?) {
    let found = coordinates
    func isFar(_ place: Coordinate) -> Bool { campus.location.map { place.distance(to: $0) > 50_000 } ?? false }
    let far = found.filter(isFar)
    guard far.count * 2 > found.count, let location = campus.location, let first = far.first else { return (.zone, zone(of: found)) }
    let variants = [
      ("latitude and longitude are swapped", Coordinate(latitude: first.longitude, longitude: first.latitude)),
      ("the longitude has the wrong sign", Coordinate(latitude: first.latitude, longitude: -first.longitude)),
      ("the latitude has the wrong sign", Coordinate(latitude: -first.latitude, longitude: first.longitude)),
    ]
    if let (what, _) = variants.first(where: { $0.1.map { !isFar($0) } ?? false }) {
      return (.swapped, "places are at \(first.latitude), \(first.longitude), near the campus only if \(what)")
    }
    let example = "such as \(Int(first.distance(to: location) / 1000)) km"
    return (
      .farAway, "\(far.count) of \(found.count.counted("place")) are far from the campus, \(example); is the campus's location right?"
    )
  }

  /// The clock of a zone follows the sun within a few hours: 15 degrees of longitude are an hour.
  private func zone(of found: [Coordinate]) -> String? {
    guard !found.isEmpty, let zone = campus.timeZone, let january = Instant("2026-01-15T12:00:00Z") else { return nil }
    let sorted = found.map(\.longitude).sorted()
    let longitude = sorted[sorted.count / 2]
    let clock = Double(zone.offset(at: january)) / 3600
    var hours = abs(clock - longitude / 15)
    if hours > 12 { hours = 24 - hours }
    guard hours > 2.5 else { return nil }
    let sun = "the sun is \(Int(hours.rounded())) hours off the clock of \(zone.name)"
    return "places are at longitude \(Int(longitude)), where \(sun); is one of them wrong?"
  }
}

// MARK: - Ids

extension SanityCheck {
  /// The places with a source.
  private var sourced: [(record: String, place: Entry)] {
    places.compactMap { place in place.sources.first.map { ($0.record, place) } }
  }

  private var positionIDs: String? {
    let sourced = sourced
    let isCounted = (0...1).contains { start in
      sourced.allSatisfy { record, place in positions[place.id].map { record == String($0 + start) } ?? false }
    }
    guard sourced.count >= 3, isCounted else { return nil }
    return "ids count the records, as their positions do; positions change, so check that these are the feed's own keys"
  }

  private var changingIDs: String? {
    let sourced = sourced
    guard sourced.count >= 3, positionIDs == nil,
      sourced.count(where: { $0.record == $0.place.name && $0.record != "" }) * 2 > sourced.count
    else { return nil }
    return "ids are names, which change; use the feed's own key, or let ids be derived from names so that old ones stay as aliases"
  }
}
