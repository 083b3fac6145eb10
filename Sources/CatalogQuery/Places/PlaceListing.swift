public import CampusCatalog
public import OpeningHours

/// A place in the results of a query, with its status at the instant of the query (`StatusRule.listing`).
///
/// A class, because copying the entry changes the reference counts of many texts.
public final class PlaceListing: Sendable, Equatable {
  public let entry: Entry
  public let status: Status
  public let zone: Zone?
  public let instant: Instant
  /// The distance in meters; nil if the query is not by distance or the place has no position.
  public let distance: Double?
  /// How the instant was chosen.
  public let kind: MomentKind
  /// How times, dates and distances are written.
  public let style: RegionalStyle
  /// The day in question, on the clock of the campus, or the day on which the night begins; nil if the question is about an instant.
  private let day: LocalDate?
  /// The hours that the place usually has; nil if they are not known, or were not requested.
  public let usual: UsualWeek?
  private let found: FoundDishes
  /// The dishes that the search found; empty if it found the place by itself.
  package var foundDishes: [Dish] { found.dishes }
  /// The names of these dishes.
  public var dishes: [String] { foundDishes.map(\.name) }
  /// The service day of these dishes; nil for the day in question.
  public var dishesDate: LocalDate? { found.date }

  init(_ entry: Entry, _ status: Status, by rule: StatusRule, distance: Double?) {
    (usual, found) = (nil, FoundDishes())
    self.entry = entry
    self.status = status
    self.distance = distance
    (zone, instant, kind, style) = (rule.zone(of: entry), rule.instant(of: entry), rule.kind, rule.style(of: entry.campus))
    day = kind.isPeriod ? rule.date(of: entry) : nil
  }

  private init(_ listing: PlaceListing, usual: UsualWeek?, dishes: FoundDishes) {
    (entry, status, zone, instant) = (listing.entry, listing.status, listing.zone, listing.instant)
    (distance, kind, style, day) = (listing.distance, listing.kind, listing.style, listing.day)
    (self.usual, found) = (usual, dishes)
  }

  /// Returns the listing with the usual week of the place.
  public func with(_ usual: UsualWeek?) -> PlaceListing { PlaceListing(self, usual: usual, dishes: found) }

  /// Returns the listing with the dishes that the search found.
  func with(dishes: FoundDishes) -> PlaceListing { PlaceListing(self, usual: usual, dishes: dishes) }

  public static func == (left: PlaceListing, right: PlaceListing) -> Bool {
    left.entry == right.entry && left.status == right.status && left.zone == right.zone && left.instant == right.instant
      && left.distance == right.distance && left.usual == right.usual && left.found == right.found && left.kind == right.kind
      && left.style == right.style
  }

  /// The status as a sentence, such as "Open until 22:00"; the hours of the day or of the night, such as "Open 08:00–22:00", if
  /// the question is about one.
  public var sentence: String {
    if let day, status.unknownReason == nil, let hours = entry.place?.hours {
      return kind == .night ? hours.nightSentence(date: day, style) : hours.plan(on: day).sentence(style: style)
    }
    return sentence(of: status)
  }

  /// Returns a sentence about the next opening of the place, such as "Opens Mon 07:30".
  public func sentence(opening opens: Instant) -> String { sentence(of: Status(.closed, until: opens, opens: opens)) }

  private func sentence(of status: Status) -> String {
    zone.map { status.sentence(at: instant, in: $0, style: style, isNow: kind == .now) } ?? style.words.text("hours-unknown")
  }
}

/// The state of a place, without details, in the order of `PlaceOrder.state`. Raw values are the values of `state` in a list.
public enum PlaceState: String, Sendable, Hashable, CaseIterable {
  case open, closed, unknown

  public init(_ status: Status) {
    switch status.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }
}
