public import CampusCatalog
public import OpeningHours

/// The states of all places that a query is about, whatever the state it asks for and its limit: how many are open, closed or unknown, which opens
/// first, and which dates their hours cover (`PlaceQuery.summary`).
public struct StateSummary: Sendable {
  /// How many of some places are open.
  public struct Count: Sendable, Hashable {
    public private(set) var open = 0
    public private(set) var all = 0

    mutating func add(isOpen: Bool) {
      all += 1
      if isOpen { open += 1 }
    }
  }

  public private(set) var open = 0
  public private(set) var closed = 0
  public private(set) var unknown = 0
  /// The number of closed places that are known to open.
  public private(set) var opening = 0
  /// The number of places whose hours are too old to be trusted; they are unknown.
  public private(set) var tooOld = 0
  /// The number of places.
  public var count: Int { open + closed + unknown }
  /// The number of places of each category.
  public private(set) var byCategory: [Category: Count] = [:]
  /// The place that opens first; nil if none is known to open. Near a position, this is the first one within `Proximity.nearby`, or the nearest if
  /// there is none. Among several places, the nearest, then the first by id.
  public var nextToOpen: PlaceListing? { (firstNearby ?? nearest)?.listing }
  /// When the place that opens first does so, such as "Opens tomorrow 07:30"; with its zone if the clocks of the campuses differ.
  public var nextOpening: String? {
    guard let next = nextToOpen, let opens = next.status.opens else { return nil }
    let sentence = next.sentence(opening: opens)
    // Minutes are the same on all clocks.
    let isInMinutes = opens.secondsSinceEpoch - next.instant.secondsSinceEpoch <= 30 * 60
    guard hasSeveralClocks, let zone = next.zone, !isInMinutes else { return sentence }
    return next.style.words.text("opens-in-zone", ["sentence": sentence, "city": zone.city])
  }
  /// Whether no place has hours for this instant, because the hours of every place that has any cover other dates.
  public var isAllOnOtherDates: Bool { otherDates?.count == withHours }
  /// The dates of the hours that are unknown at this instant because they cover other dates, if these are most of the hours; otherwise nil.
  public var otherDates: OtherDates? { OtherDates(otherHours).flatMap { 2 * $0.count > withHours ? $0 : nil } }

  private let rule: StatusRule
  private let hasSeveralClocks: Bool
  private var withHours = 0
  /// The places whose hours cover other dates.
  private var otherHours: [PlaceListing] = []
  private var firstNearby: Candidate?
  private var nearest: Candidate?

  init(by rule: StatusRule) {
    self.rule = rule
    hasSeveralClocks = rule.hasSeveralClocks
  }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - entry: only needed for some places.
  ///   - distance: nil if the query is not by distance.
  mutating func add(_ entry: @autoclosure () -> Entry, _ category: Category?, _ status: Status, distance: Double?) {
    byCategory[category ?? .other, default: Count()].add(isOpen: status.isOpen)
    switch status.state {
    case .open: open += 1
    case .closed: closed += 1
    case .unknown(let reason):
      unknown += 1
      switch reason {
      case .old: tooOld += 1
      case .after, .before: otherHours.append(rule.listing(entry(), status))
      case .noHours, .gap: break
      }
    }
    if status.unknownReason != .noHours { withHours += 1 }
    guard let opens = status.opens else { return }
    if status.isClosed { opening += 1 }
    let far = distance ?? .infinity
    if distance == nil || far <= Proximity.nearby {
      replace(&firstNearby, by: (Double(opens.secondsSinceEpoch), far), entry, status, distance)
    } else {
      replace(&nearest, by: (far, Double(opens.secondsSinceEpoch)), entry, status, distance)
    }
  }

  /// Replaces a candidate by a place with a smaller key, or an equal key and a smaller id.
  private func replace(
    _ candidate: inout Candidate?, by key: (Double, Double), _ entry: () -> Entry, _ status: Status, _ distance: Double?
  ) {
    if let candidate {
      if key > candidate.key { return }
      if key == candidate.key, entry().id > candidate.listing.entry.id { return }
    }
    candidate = Candidate(key: key, listing: rule.listing(entry(), status, distance: distance))
  }

  /// A place that may open first.
  private struct Candidate {
    /// When it opens and how far away it is, in the order of their weight.
    let key: (Double, Double)
    let listing: PlaceListing
  }
}

extension PlaceQuery {
  /// Returns the states of all places that meet the conditions of this query other than those on the state, whatever its limit.
  ///
  /// - Parameters: as in `results`.
  public func summary(
    in entries: [Entry], by rule: StatusRule, statuses: [Status]? = nil, prepared: PreparedPlaces? = nil
  ) -> StateSummary {
    var summary = StateSummary(by: rule)
    forEachCandidate(in: entries, prepared, by: nil) { index, distance, _ in
      guard isNear(distance) else { return }
      let category = prepared.map { $0.category(at: index) } ?? entries[index].category
      summary.add(entries[index], category, statuses?[index] ?? rule.status(of: entries[index]), distance: distance)
    }
    return summary
  }
}
