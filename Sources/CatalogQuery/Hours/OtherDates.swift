import CampusCatalog
public import OpeningHours

/// The dates that the hours of places cover, if these are not the date in question, as in an old recording.
public struct OtherDates: Sendable, Hashable {
  /// The first day; nil if the hours have no beginning.
  public let first: LocalDate?
  /// The last day; nil if the hours have no end. At least one of the two is not nil.
  public let last: LocalDate?
  /// The number of places with such hours.
  public let count: Int

  /// Returns the dates of the hours that end before the instant or begin after it; nil if there are none, or if they surround it.
  init?(_ listings: [PlaceListing]) {
    var known: [(first: LocalDate?, last: LocalDate?)] = []
    for listing in listings {
      guard let hours = listing.entry.place?.hours else { continue }
      switch listing.status.unknownReason {
      case .after(let end): known.append((hours.knownDays.first, end))
      case .before(let start): known.append((start, hours.knownDays.last))
      default: continue
      }
    }
    let (firsts, lasts) = (known.compactMap(\.first), known.compactMap(\.last))
    first = firsts.count < known.count ? nil : firsts.min()
    last = lasts.count < known.count ? nil : lasts.max()
    count = known.count
    guard let here = listings.first, let today = here.zone?.local(here.instant).date,
      first.map({ today < $0 }) == true || last.map({ today > $0 }) == true
    else { return nil }
  }

  /// A day to ask about: the second one, because a night belongs to the day before.
  public var example: LocalDate? {
    guard let second = first?.adding(days: 1) else { return last }
    return last.map { min($0, second) } ?? second
  }
}

extension Schedule {
  /// The first and the last day that the layers cover; nil where they have no limit.
  fileprivate var knownDays: (first: LocalDate?, last: LocalDate?) {
    var days: [(first: LocalDate?, last: LocalDate?)] = []
    for layer in layers {
      if case .days(let plans) = layer.rule {
        let known = plans.lazy.filter { $0.plan != .unknown }.map(\.date)
        if let first = known.first { days.append((first, known.last)) }
      } else {
        days.append((layer.from, layer.to))
      }
    }
    let (first, last) = (days.compactMap(\.first), days.compactMap(\.last))
    return (first.count < days.count ? nil : first.min(), last.count < days.count ? nil : last.max())
  }
}
