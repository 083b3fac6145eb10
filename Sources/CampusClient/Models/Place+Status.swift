public import OpeningHours

extension Place {
  /// How long hours are trusted: 14 days, as servers do.
  public static let maximumAge = Duration.seconds(14 * 86_400)

  /// Returns the status at any moment, computed on this device from the hours of the place.
  ///
  /// The status is unknown if the hours are not to be trusted: if the server had not read the feed for too long, or if the moment is more than
  /// `maximumAge` after the hours were last known to be current.
  ///
  /// - Parameters:
  ///   - style: how times are written, and the language. `CampusClient.style(of:)` is that of the server.
  ///   - isNow: whether the moment is the reader's, so that other days may be called "tomorrow".
  public func status(
    at moment: Instant, style: RegionalStyle = .international, isNow: Bool = true, maximumAge: Duration = Place.maximumAge
  ) -> PlaceStatus {
    if let status, status.because == UnknownHoursReason.old(moment).code { return status }
    guard let hours else {
      return PlaceStatus(state: .unknown, because: UnknownHoursReason.noHours.code, sentence: DayPlan.unknown.sentence(style: style))
    }
    let status = isTrusted(at: moment, maximumAge) ? hours.status(at: moment) : Status(.unknown(.old(receivedAt ?? moment)))
    return PlaceStatus(status, at: moment, in: hours.zone, style: style, isNow: isNow)
  }

  private func isTrusted(at moment: Instant, _ maximumAge: Duration) -> Bool {
    guard let receivedAt else { return true }
    return .seconds(moment.secondsSinceEpoch - receivedAt.secondsSinceEpoch) <= maximumAge
  }

  /// Returns whether the place is open at a moment; false if that is unknown.
  public func isOpen(at moment: Instant) -> Bool { status(at: moment).state == .open }

  /// Returns when the open place closes; nil if it is not open, or never closes.
  public func closes(at moment: Instant) -> Instant? {
    let status = status(at: moment)
    return status.state == .open ? status.until : nil
  }

  /// Returns the next opening after a moment; of an open place, the one after it has closed. Nil if none is known.
  public func opensNext(after moment: Instant) -> Instant? {
    let status = status(at: moment)
    guard status.state == .open else { return status.opens }
    return status.until.flatMap { hours?.status(at: $0).opens }
  }

  /// Returns the hours of consecutive service days. The first one is the day before the moment's date while a service of that night goes on.
  ///
  /// Hours that are not trusted at the moment are unknown on all days.
  public func week(from moment: Instant, days: Int = 7, maximumAge: Duration = Place.maximumAge) -> [PlaceDay] {
    guard let hours else { return [] }
    let next = Instant(secondsSinceEpoch: moment.secondsSinceEpoch + 1) ?? moment
    let today = hours.zone.local(moment).date
    let first = moment < next ? hours.spans(in: moment..<next).map(\.serviceDay).min() ?? today : today
    let isKnown = isTrusted(at: moment, maximumAge) && status?.because != UnknownHoursReason.old(moment).code
    return (0..<max(days, 0)).compactMap { first.adding(days: $0) }.map {
      PlaceDay(date: $0, plan: isKnown ? hours.plan(on: $0) : .unknown, note: hours.note(on: $0))
    }
  }
}

/// The hours of a place on one service day.
public struct PlaceDay: Sendable, Hashable, Identifiable {
  public let date: LocalDate
  /// The services of the day, none if it is closed, or unknown.
  public let plan: DayPlan
  /// The feed's remark on the day.
  public let note: String?

  public var id: LocalDate { date }

  /// Returns the hours in words: "Open 07:30–10:15, 11:00–14:00", "Closed" or "Hours unknown".
  public func sentence(style: RegionalStyle = .international) -> String { plan.sentence(style: style) }
}
