import CampusCatalog
import OpeningHours
import SimdJSON

/// A service day of a place, as lists have it: its hours on the clock and as instants, and in words.
public struct DayListing: Sendable, Hashable {
  public let hours: DayHours
  /// Open if the place has hours on the day; unknown if they are not known, or too old.
  public let state: PlaceState
  private let zone: Zone?
  private let style: RegionalStyle

  /// - Parameters:
  ///   - zone: the zone of the hours; nil if there are none.
  ///   - areTooOld: whether the hours were last read too long ago.
  init(_ hours: DayHours, in zone: Zone?, _ style: RegionalStyle, areTooOld: Bool) {
    (self.hours, self.zone, self.style) = (hours, zone, style)
    state =
      switch hours.plan {
      case .services(let services) where !areTooOld: services.isEmpty ? .closed : .open
      case .services, .unknown: .unknown
      }
  }

  /// The hours in words: "Open 07:30–14:00", "Closed", "Hours unknown".
  public var sentence: String { (state == .unknown ? .unknown : hours.plan).sentence(style: style) }

  /// The services as times, in their order, without those that a clock change leaves no time for; none if the state is not open.
  private var spans: [(service: Service, time: Range<Instant>)] {
    guard state == .open, let zone else { return [] }
    return hours.plan.services.compactMap { service in zone.time(of: service, on: hours.date).map { (service, $0) } }
  }

  /// Writes the day as an object:
  ///
  ///     {"date":"2026-11-21","services":[["07:00","22:00","Lunch"]],"state":"open","sentence":"Open 07:00–22:00",
  ///     "spans":[{"from":"2026-11-21T07:00:00-05:00","to":"2026-11-21T22:00:00-05:00","text":"07:00–22:00","label":"Lunch"}]}
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("date", hours.date)
    writer.key("services")
    hours.plan.write(to: &writer)
    writer.member("state", state.rawValue)
    writer.member("sentence", sentence)
    writer.objects("spans", spans) { span, writer in
      writer.member("from", span.time.lowerBound, in: zone)
      writer.member("to", span.time.upperBound, in: zone)
      writer.member("text", style.times(Int(span.service.opens.minutes), Int(span.service.closes.minutes)))
      writer.member("label", span.service.label)
    }
    writer.member("special", hours.specialName)
    writer.member("note", hours.note)
    writer.endObject()
  }
}

extension StatusRule {
  /// Returns the service day in question of a place, and the days after it.
  public func days(_ count: Int, of listing: PlaceListing) -> [DayListing] {
    let first = serviceDay(of: listing.entry)
    return (0..<max(0, count)).compactMap { number in
      first.adding(days: number).map { DayListing(DayHours($0, of: listing.entry.hours), of: listing) }
    }
  }
}

extension DayListing {
  init(_ hours: DayHours, of listing: PlaceListing) {
    self.init(hours, in: listing.zone, listing.style, areTooOld: listing.status.areHoursTooOld)
  }
}

extension Status {
  /// Whether the state is unknown because the hours were last read too long ago.
  var areHoursTooOld: Bool { if case .old = unknownReason { true } else { false } }
}
