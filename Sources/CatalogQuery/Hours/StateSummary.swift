/// How many places are open, closed or unknown, which opens first, and which dates their hours cover: why a list has no open places.
public struct StateSummary: Sendable {
  public private(set) var open = 0
  public private(set) var closed = 0
  public private(set) var unknown = 0
  /// The number of places whose hours are too old to be trusted; they are unknown.
  public private(set) var tooOld = 0
  /// The number of places.
  public var count: Int { open + closed + unknown }
  /// The place that opens first; nil if none is known to open. Of several places, the first in the list.
  public private(set) var nextToOpen: PlaceListing?
  /// The first and last day of all hours, if the hours of every place that has any are unknown at this instant, and cover other dates. Nil
  /// otherwise.
  public let otherDates: ClosedRange<LocalDate>?

  public init(of listings: [PlaceListing]) {
    var days: [LocalDate]? = []
    for listing in listings {
      switch PlaceState(listing.status) {
      case .open: open += 1
      case .closed: closed += 1
      case .unknown: unknown += 1
      }
      if let opens = listing.status.opens, nextToOpen?.status.opens.map({ opens < $0 }) ?? true { nextToOpen = listing }
      switch listing.status.unknownReason {
      case .noHours: break
      case .after, .before, .gap:
        if let known = listing.entry.place?.hours?.knownDays { days?.append(contentsOf: known) } else { days = nil }
      case .old:
        tooOld += 1
        days = nil
      case nil: days = nil
      }
    }
    guard let first = days?.min(), let last = days?.max(), let here = listings.first,
      let today = here.zone?.local(here.instant).date, today < first || today > last
    else {
      otherDates = nil
      return
    }
    otherDates = first...last
  }
}

extension Schedule {
  /// The first and the last day that the layers cover; nil if they have no beginning, no end, or no days.
  fileprivate var knownDays: [LocalDate]? {
    var days: [LocalDate] = []
    for layer in layers {
      if case .days(let plans) = layer.rule {
        let known = plans.lazy.filter { $0.plan != .unknown }
        if let first = known.first { days += [first.date, known.last?.date ?? first.date] }
      } else {
        guard let from = layer.from, let to = layer.to else { return nil }
        days += [from, to]
      }
    }
    return days.isEmpty ? nil : days
  }
}
