public import CampusCatalog
public import OpeningHours

/// Determines whether places are open at an instant, or at the same time of day on the clock of each campus, or on a day.
public struct StatusRule: Sendable, Equatable {
  public let instant: Instant
  /// The instants of campuses that have one of their own; `instant` applies to all others.
  public let instants: [CampusID: Instant]
  /// The limit on the age of hours; nil for no limit, as for samples, recordings and catalog files.
  public let freshness: FreshnessLimit?
  /// The date of the instant for entries without a zone: the date on the clock on which the instant was read.
  public let date: LocalDate
  /// How the instant was chosen.
  public let kind: MomentKind
  /// The clock and the units that the reader chose for texts.
  public var chosenStyle = RegionalStyle.Choice()
  private let zones: [CampusID: Zone]
  private let countries: [CampusID: String]

  /// - Parameters:
  ///   - date: the date for entries without a zone; nil for the date in UTC.
  ///   - campuses: the campuses of the catalog, for their zones.
  public init(
    at instant: Instant, _ instants: [CampusID: Instant] = [:], kind: MomentKind = .now, date: LocalDate? = nil, campuses: [Campus],
    freshness: FreshnessLimit? = nil
  ) {
    self.instant = instant
    self.kind = kind
    self.date = date ?? instant.local(offset: 0).date
    self.instants = instants
    self.freshness = freshness
    zones = Dictionary(campuses.compactMap { campus in campus.timeZone.map { (campus.id, $0) } }) { first, _ in first }
    countries = Dictionary(campuses.compactMap { campus in campus.country.map { (campus.id, $0) } }) { first, _ in first }
  }

  /// Returns the instant in question for an entry.
  public func instant(of entry: Entry) -> Instant { instant(at: entry.campus) }

  /// Returns the instant in question for the entries of a campus.
  func instant(at campus: CampusID) -> Instant { instants.isEmpty ? instant : instants[campus] ?? instant }

  /// Returns the date in question for an entry, on the clock of its campus.
  public func date(of entry: Entry) -> LocalDate { zones[entry.campus].map { $0.local(instant(of: entry)).date } ?? date }

  /// Returns the zone of a place's hours, or else the zone of its campus; nil if there is none.
  public func zone(of entry: Entry) -> Zone? { entry.hours?.zone ?? zone(of: entry.campus) }

  /// Returns the zone of a campus; nil if it has none.
  func zone(of campus: CampusID) -> Zone? { zones[campus] }

  /// Returns how times, dates and distances are written in texts about a campus.
  public func style(of campus: CampusID) -> RegionalStyle {
    chosenStyle.style(of: countries[campus])
  }

  /// Returns how times and dates are written in texts about several campuses: as in their country, if they share one.
  ///
  /// - Parameter campuses: empty for all.
  public func style(of campuses: Set<CampusID>) -> RegionalStyle {
    chosenStyle.style(ofAll: countries.filter { campuses.isEmpty || campuses.contains($0.key) }.values.map(Optional.init))
  }

  /// Returns the rule with one language for all texts: the chosen one, otherwise that of the countries of some campuses.
  ///
  /// - Parameter campuses: empty for all.
  package func inOneLanguage(for campuses: Set<CampusID>) -> StatusRule {
    var rule = self
    rule.chosenStyle.language = style(of: campuses).language
    return rule
  }

  /// Whether the clocks of the campuses differ.
  public var hasSeveralClocks: Bool { Set(zones.values.map { $0.offset(at: instant) }).count > 1 }

  /// Returns the status of a place. It is unknown if the place has no hours or they are too old.
  public func status(of entry: Entry) -> Status {
    guard let hours = entry.hours, !hours.layers.isEmpty else { return Status(.unknown(.noHours)) }
    let instant = instant(of: entry)
    if let seen = freshness?.lastSeenIfTooOld(FreshnessLimit.feedsOfHours(entry), at: instant) { return Status(.unknown(.old(seen))) }
    return switch kind {
    case .now, .chosen: hours.status(at: instant)
    case .day: hours.status(onDay: date(of: entry))
    case .night: hours.status(onNight: date(of: entry))
    }
  }

  /// - Parameter status: the status of the place, if it has been computed before.
  public func listing(_ entry: Entry, _ status: Status? = nil, distance: Double? = nil) -> PlaceListing {
    PlaceListing(entry, status ?? self.status(of: entry), by: self, distance: distance)
  }
}
