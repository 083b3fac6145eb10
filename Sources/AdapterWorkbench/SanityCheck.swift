public import FeedKit

/// Checks the result of an adapter against common knowledge: when people eat, and where campuses are.
///
/// The checks know nothing about the feed, so each finding is a reason to look again and not an error.
public struct SanityCheck: Sendable {
  private let campus: Campus
  private let places: [Entry]
  private let positions: [EntryID: Int]
  /// The local date of the reply.
  private let today: LocalDate?
  /// The hours of each place that has some, on the days around the reply or, for hours on other dates, on their first days.
  private let weeks: [[DayPlan]]

  /// The number of days that are looked at.
  private static let days = 14

  /// - Parameters:
  ///   - draft: the result of one reading.
  ///   - moment: when the reply was received; nil if unknown.
  public init(_ draft: FeedDraft, at moment: Instant?) {
    campus = draft.feed.campus
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

  /// Returns the doubtful findings, in the order of `SanityFinding.Code`.
  public func findings() -> [SanityFinding] {
    guard !places.isEmpty else { return [] }
    return hourFindings() + placeFindings() + idFindings()
  }

  private static func week(of schedules: [Schedule], from first: LocalDate) -> [[DayPlan]] {
    // From a Monday on, so that the index of a day says which weekday it is.
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
  private func hourFindings() -> [SanityFinding] {
    var findings: [SanityFinding] = []
    let count = weeks.count
    if (places.count - count) * 2 > places.count {
      findings.append(
        SanityFinding(
          .noHours, "\(places.count - count) of \(places.count.counted("place")) have no hours; are they read from the right values?"))
    }
    guard count > 0 else { return findings }
    findings += noon() + nights() + weekend()
    let never = weeks.filter { week in week.contains { $0 != .unknown } && week.allSatisfy { $0.services.isEmpty } }
    if !never.isEmpty, never.count * 2 >= count, never.count < count || count < 3 {
      findings.append(
        SanityFinding(
          .neverOpen,
          "\(never.count) of \(count.counted("place")) never open on the days that are known; are their times read from the right values?"))
    }
    let always = weeks.filter { week in week.contains { $0.isAroundTheClock } && week.allSatisfy { $0.isAroundTheClock || $0 == .unknown } }
    if count >= 3, always.count * 3 > count {
      findings.append(
        SanityFinding(
          .aroundTheClock,
          "\(always.count) of \(count.counted("place")) are open around the clock; does the feed mean closed by 00:00-00:00?"))
    }
    let services = weeks.joined().flatMap { Array($0.services) }
    if let service = services.first(where: { $0.label?.isClosedWord == true }) {
      findings.append(
        SanityFinding(.closedLabel, "an opening from \(service.opens) to \(service.closes) has the label \"\(service.label ?? "")\""))
    }
    let odd = services.filter { $0.opens.minutes % 5 != 0 }
    if services.count >= 5, odd.count * 2 > services.count {
      findings.append(
        SanityFinding(.oddTimes, "most openings begin at times such as \(odd[0].opens); is a time zone applied to local times?"))
    }
    return findings + otherDates()
  }

  /// The plans of all places on the weekdays from Monday to Friday that are known.
  private var workdays: [DayPlan] {
    weeks.flatMap { week in week.indices.filter { $0 % 7 < 5 }.map { week[$0] } }.filter { $0 != .unknown }
  }

  private func noon() -> [SanityFinding] {
    let days = workdays
    guard weeks.count >= 3, !days.isEmpty else { return [] }
    let open = days.filter { $0.isOpen(at: 12 * 60) }.count
    if open == 0 {
      return [SanityFinding(.noon, "no place is open at noon on a weekday; are times, dates or weekdays read wrongly?")]
    }
    let isAlways = days.allSatisfy { $0.isOpen(at: 12 * 60) } && days.allSatisfy { $0.isOpen(at: 3 * 60) }
    return isAlways ? [SanityFinding(.noon, "every place is always open, at noon and at 03:00; are closed days read?")] : []
  }

  private func nights() -> [SanityFinding] {
    let services = weeks.joined().flatMap { Array($0.services) }.filter { $0.closes.minutes - $0.opens.minutes < 1440 }
    guard services.count >= 5 else { return [] }
    let early = services.filter { $0.opens.minutes < 5 * 60 }.count
    let late = services.filter { $0.opens.minutes >= 18 * 60 && $0.closes.minutes >= 26 * 60 }.count
    guard (early + late) * 2 > services.count else { return [] }
    return [
      SanityFinding(
        .nights, "\(early + late) of \(services.count.counted("opening")) are at night; are am and pm, or the time zone, read wrongly?")
    ]
  }

  /// Compares how many places are open on each weekday. Campuses are quiet on Saturdays and Sundays.
  private func weekend() -> [SanityFinding] {
    guard weeks.count >= 4 else { return [] }
    let open = (0..<7).map { day in weeks.reduce(0) { $0 + Self.openMinutes($1, day) + Self.openMinutes($1, day + 7) } }
    guard let most = open.max(), most > 0 else { return [] }
    let quiet = (0..<7).filter { open[$0] * 4 < most * 3 }
    let isKnown = (0..<7).allSatisfy { day in weeks.contains { $0[day] != .unknown || $0[day + 7] != .unknown } }
    // A single quiet day of a single week may be a holiday.
    let isHoliday = !weeks.contains { week in (0..<7).allSatisfy { week[$0] != .unknown && week[$0 + 7] != .unknown } }
    guard isKnown, [[0, 6], [4, 5]].contains(quiet) || quiet.count == 1 && (1...3).contains(quiet[0]) && !isHoliday else { return [] }
    let names = quiet.compactMap { Weekday(rawValue: $0).map { "\($0.shortName)" } }.joined(separator: " and ")
    return [SanityFinding(.weekend, "places are open least on \(names), as on a weekend; which day is the first of the feed's week?")]
  }

  private static func openMinutes(_ week: [DayPlan], _ day: Int) -> Int {
    week[day].services.reduce(0) { $0 + Int($1.closes.minutes - $1.opens.minutes) }
  }

  private func otherDates() -> [SanityFinding] {
    guard let today else { return [] }
    let schedules = places.compactMap(\.place?.hours).filter { !$0.layers.isEmpty }
    let isKnown = schedules.contains { schedule in
      (-1...7).contains { day in today.adding(days: day).map { schedule.plan(on: $0) != .unknown } ?? false }
    }
    guard !isKnown, let first = Self.firstDate(of: schedules) else { return [] }
    return [
      SanityFinding(
        .otherDates,
        "the reply is of \(today), and all hours are on other dates, from \(first) on; are day and month read in the right order?")
    ]
  }
}

extension DayPlan {
  fileprivate var isAroundTheClock: Bool {
    services.count == 1 && services.allSatisfy { $0.closes.minutes - $0.opens.minutes >= 1439 }
  }

  fileprivate func isOpen(at minute: Int16) -> Bool { services.contains { $0.opens.minutes <= minute && minute < $0.closes.minutes } }
}

extension String {
  fileprivate var isClosedWord: Bool { lowercased().split { !$0.isLetter }.contains { $0 == "closed" || $0 == "shut" } }
}

// MARK: - Places

extension SanityCheck {
  private func placeFindings() -> [SanityFinding] {
    var findings: [SanityFinding] = []
    let found = places.compactMap(\.place?.location.coordinate)
    if found.count >= 3, Set(found).count == 1 {
      findings.append(
        SanityFinding(
          .oneSpot, "all \(found.count) places are at \(found[0].latitude), \(found[0].longitude); is it the position of the campus?"))
    }
    findings += distances(found)
    let names = places.compactMap(\.name)
    let capitals = names.filter { name in name.contains(where: \.isLetter) && name == name.uppercased() && name.filter(\.isLetter).count > 3
    }
    if names.count >= 3, capitals.count * 2 > names.count {
      findings.append(
        SanityFinding(.capitals, "most names are in capitals, such as \"\(capitals[0])\"; is there another value for the name?"))
    }
    let odd = names.filter { !$0.contains(where: \.isLetter) || $0.hasPrefix("http") || $0.contains("</") || $0.contains("&amp;") }
    if odd.count * 10 > names.count, let name = odd.first {
      findings.append(
        SanityFinding(.names, "some names do not look like names, such as \"\(name.prefix(60))\"; is HTML to be read as text?"))
    } else if names.count >= 4, Set(names).count * 2 < names.count {
      findings.append(SanityFinding(.names, "many places have the same name, such as \"\(names[0])\"; is it the name of the group?"))
    }
    if places.count >= 3, places.allSatisfy({ $0.place?.category == .other }) {
      findings.append(
        SanityFinding(.noCategory, "all places have the category \"other\"; map the feed's words, or words in names, to categories"))
    }
    return findings
  }

  private func distances(_ found: [Coordinate]) -> [SanityFinding] {
    guard !found.isEmpty else { return [] }
    let isFar = { (place: Coordinate, limit: Double) in self.campus.location.map { place.distance(to: $0) > limit } ?? false }
    let far = found.filter { isFar($0, 50_000) }
    if far.count * 2 > found.count, let campusPlace = campus.location, let first = far.first {
      let variants = [
        ("latitude and longitude are swapped", Coordinate(latitude: first.longitude, longitude: first.latitude)),
        ("the longitude has the wrong sign", Coordinate(latitude: first.latitude, longitude: -first.longitude)),
        ("the latitude has the wrong sign", Coordinate(latitude: -first.latitude, longitude: first.longitude)),
      ]
      if let (what, _) = variants.first(where: { $0.1.map { !isFar($0, 50_000) } ?? false }) {
        return [SanityFinding(.swapped, "places are at \(first.latitude), \(first.longitude), near the campus only if \(what)")]
      }
      let distance = Int(first.distance(to: campusPlace) / 1000)
      return [
        SanityFinding(
          .farAway,
          "\(far.count) of \(found.count.counted("place")) are far from the campus, such as \(distance) km; is the campus's location right?"
        )
      ]
    }
    return zoneFinding(found)
  }

  /// The clock of a zone follows the sun within a few hours: 15 degrees of longitude are an hour.
  private func zoneFinding(_ found: [Coordinate]) -> [SanityFinding] {
    guard let zone = campus.timeZone, let january = Instant("2026-01-15T12:00:00Z") else { return [] }
    let sorted = found.map(\.longitude).sorted()
    let longitude = sorted[sorted.count / 2]
    let clock = Double(zone.offset(at: january)) / 3600
    var hours = abs(clock - longitude / 15)
    if hours > 12 { hours = 24 - hours }
    guard hours > 2.5 else { return [] }
    return [
      SanityFinding(
        .zone,
        "places are at longitude \(Int(longitude)), where the sun is \(Int(hours.rounded())) hours off the clock of \(zone.name); is one of them wrong?"
      )
    ]
  }
}

// MARK: - Ids

extension SanityCheck {
  private func idFindings() -> [SanityFinding] {
    let records = places.compactMap { entry in
      entry.sources.first.map { (record: $0.record, position: positions[entry.id], name: entry.name) }
    }
    guard records.count >= 3 else { return [] }
    for start in 0...1 where records.allSatisfy({ row in row.position.map { row.record == String($0 + start) } ?? false }) {
      return [
        SanityFinding(
          .positionIDs, "ids count the records, as their positions do; positions change, so check that these are the feed's own keys")
      ]
    }
    let named = records.filter { row in row.name.map { !$0.isEmpty && row.record == $0 } ?? false }
    if named.count * 2 > records.count {
      return [
        SanityFinding(
          .changingIDs,
          "ids are names, which change; use the feed's own key, or let ids be derived from names so that old ones stay as aliases")
      ]
    }
    return []
  }
}
