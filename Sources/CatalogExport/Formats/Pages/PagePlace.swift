import CampusCatalog
import CatalogQuery
import OpeningHours

/// A place on a page: its state at the moment, and its hours today, this week and later.
struct PagePlace {
  /// The place and its state at the moment.
  let listing: PlaceListing
  let place: Place
  /// The services of other days than today that are open at the moment, such as a night that began yesterday.
  let running: [OpenSpan]
  let today: Day
  /// Seven days, starting today.
  let week: [Day]
  /// Special hours that last longer than the week.
  let later: [HoursException]
  /// Whether there are more of them.
  let hasMoreLater: Bool
  /// The zone of the hours, if it differs from the campus's.
  let otherZone: Zone?

  /// The hours of a service day.
  struct Day: Sendable, Hashable {
    let date: LocalDate
    let plan: DayPlan
    /// The name of a special day, and the reason for unknown hours.
    let remarks: [String]
  }

  /// How many ranges of special hours a place has at most.
  private static let mostLater = 4

  init(_ entry: Entry, _ place: Place, of campus: PageCampus, by header: ExportHeader) {
    let rule = header.rule
    let listing = rule.listing(entry)
    (self.listing, self.place) = (listing, place)
    // Hours that are too old, and missing hours, are unknown on each day for the same reason.
    let reason = listing.status.unknownReason
    guard let hours = place.hours, !hours.layers.isEmpty, reason?.isOld != true else {
      let why = (reason ?? .noHours).text(in: listing.zone, on: campus.today, campus.style)
      week = campus.week.map { Day(date: $0, plan: .unknown, remarks: [why]) }
      (running, later, hasMoreLater, otherZone) = ([], [], false, nil)
      today = Day(date: campus.today, plan: .unknown, remarks: [why])
      return
    }
    let usual = header.usual?(entry)
    week = DayHours.days(7, from: campus.today, of: hours).map { Day($0, of: hours, usual: usual, on: campus.today, campus.style) }
    today = week.first ?? Day(date: campus.today, plan: .unknown, remarks: [])
    let next = Instant(secondsSinceEpoch: listing.instant.secondsSinceEpoch + 1)
    running = next.map { hours.spans(in: listing.instant..<$0).filter { $0.serviceDay != campus.today } } ?? []
    let last = campus.week.last ?? campus.today
    let coming = HoursException.upcoming(in: hours, from: campus.today).filter { $0.to.map { $0 > last } ?? true }
    (later, hasMoreLater) = (Array(coming.prefix(Self.mostLater)), coming.count > Self.mostLater)
    otherZone = hours.zone == campus.zone ? nil : hours.zone
  }

  var entry: Entry { listing.entry }

  /// The building, or else its abbreviation, and the address.
  var whereabouts: [String] {
    let location = place.location
    let building = location.building ?? location.abbreviation
    return [building, location.address == building ? nil : location.address].compactMap { $0 }
  }

  /// The remarks on the days of the week, each once, in the order of the days. Days refer to them by number.
  var weekRemarks: [String] {
    var seen: Set<String> = []
    return week.flatMap(\.remarks).filter { seen.insert($0).inserted }
  }

  /// Whether all days are unknown for the same reason.
  var isUnknownAllWeek: Bool { week.allSatisfy { $0.plan == .unknown && $0.remarks == week[0].remarks } && weekRemarks.count == 1 }
}

extension PagePlace.Day {
  fileprivate init(_ day: DayHours, of hours: Schedule, usual: UsualWeek?, on today: LocalDate, _ style: RegionalStyle) {
    let why = day.plan == .unknown ? hours.unknownReason(on: day.date.daysSinceEpoch).text(in: hours.zone, on: today, style) : nil
    let usual = usual?.deviation(of: day, style)
    let name = day.specialName(in: style.language) ?? usual.map { _ in style.words.text("special-hours-name") }
    let special = name.map { name in usual.map { "\(name) (\($0))" } ?? name }
    self.init(date: day.date, plan: day.plan, remarks: [special, day.note ?? why].compactMap { $0 })
  }
}

extension UnknownHoursReason {
  fileprivate var isOld: Bool { if case .old = self { true } else { false } }

  /// Why hours are unknown, such as "the feed has hours only until Fri 20 Nov".
  ///
  /// - Parameter today: dates of the same year have no year.
  fileprivate func text(in zone: Zone?, on today: LocalDate, _ style: RegionalStyle) -> String {
    func text(_ key: String, _ date: LocalDate) -> String { style.words.text(key, ["date": style.date(date, from: today)]) }
    return switch self {
    case .noHours: style.words.text("why-no-hours")
    case .after(let date): text("why-until", date)
    case .before(let date): text("why-from", date)
    case .gap: style.words.text("why-gap")
    case .old(let instant): text("why-old", zone?.local(instant).date ?? instant.local(offset: 0).date)
    }
  }
}
