public import Aggregation
import CampusCatalog
public import OpeningHours
public import SnapshotStore

/// A reference to a run in the past: the last one up to a moment, or one counted back from the newest.
public enum PointInTime: Sendable, Hashable {
  case moment(Instant)
  /// A number of runs before the newest: `latest` is 0, `latest~2` is 2.
  case latest(back: Int)

  /// Parses RFC 3339, a `LocalMoment` such as `2026-11-20` or `yesterday 18:00`, an age before now (`1y`, `3mo`, `2w`, `7d`, `36h`, `90m`), `latest`
  /// or `latest~N`. Months and years are those of the calendar: a month before March 31 is the last day of February, at the same time of day.
  ///
  /// Local times are in the zone of the campuses, or in UTC if these have no common zone (`isReadInUTC`).
  ///
  /// - Parameter zones: the zones of the selected campuses.
  /// - Throws: `invalidPoint`, `pointTooEarly`.
  public static func parse(_ text: String, zones: [Zone], now: Instant) throws(SessionError) -> PointInTime {
    if text == "latest" { return .latest(back: 0) }
    if text.hasPrefix("latest~"), let back = number(text.dropFirst("latest~".count)) { return .latest(back: Int(back)) }
    if let instant = Instant(text) { return .moment(instant) }
    if let unit = text.last.flatMap({ units[$0] }), let count = number(text.dropLast()) {
      guard let instant = Instant(secondsSinceEpoch: now.secondsSinceEpoch - count * unit, nanoseconds: now.nanoseconds) else {
        throw SessionError(.pointTooEarly, "\(text) is before the year 1")
      }
      return .moment(instant)
    }
    let zone = zone(among: zones)
    if let zone, let months = months(text) {
      guard let instant = zone.instant(months: months, before: now) else {
        throw SessionError(.pointTooEarly, "\(text) is before the year 1")
      }
      return .moment(instant)
    }
    guard let zone, let instant = text == "now" ? now : LocalMoment(text)?.instant(in: zone, today: now, isPast: true)
    else {
      throw SessionError(
        .invalidPoint,
        "invalid time \"\(text)\"; write 2026-11-21, \"yesterday 18:00\", 2026-11-21T12:00:00-05:00, an age such as 3mo, 7d or 36h, latest or "
          + "latest~1")
    }
    return .moment(instant)
  }

  /// Finds the run in a store.
  ///
  /// - Parameters:
  ///   - text: the original text, for messages.
  ///   - zones: the zones with which it was parsed; nil to find them for messages.
  /// - Throws: `missingRun`, with the time of the first run; `missingRuns`, `missingSelection`, `storeFailure`.
  public func run(
    in store: SnapshotStore, _ selection: RunSelection, as text: String, zones: [Zone]?
  ) async throws(SessionError) -> RunRecord {
    let run = try await SessionError.ofStore { () async throws(StoreError) in
      switch self {
      case .moment(let moment): try await store.run(atOrBefore: moment, selection: selection)
      case .latest(let back): try await store.run(selection: selection, back: back)
      }
    }
    if let run { return run }
    let zones = if let zones { zones } else { try await store.zones(of: selection) }
    let (first, newest) = try await SessionError.ofStore { () async throws(StoreError) in
      (try await store.firstRun(selection: selection), try await store.runs(limit: 1).first)
    }
    guard let newest else { throw SessionError(.missingRuns, "\(store.path) has no run yet") }
    let what = selection.isAll ? "" : " of this selection"
    if let first {
      let missing =
        switch self {
        case .moment where Instant(text) != nil: "has no run\(what) at or before \(text)"
        case .moment(let moment): "has no run\(what) at or before \(text) (\(moment.zonedText(in: Self.zone(among: zones))))"
        case .latest(let back): "has fewer than \((back + 1).counted("run"))\(what)"
        }
      throw SessionError(.missingRun, "\(store.path) \(missing); its first run is from \(first.zonedText(in: zones))")
    }
    throw SessionError(
      .missingSelection(newest: newest),
      "\(store.path) has no run\(selection.isAll ? " of all feeds" : what); its newest run is from "
        + newest.generatedAt.zonedText(in: zones))
  }

  /// Returns the zone in which local times are read.
  private static func zone(among zones: [Zone]) -> Zone? { Set(zones.map(\.name)).count == 1 ? zones.first : Zone("UTC") }

  /// The units of ages, in seconds.
  private static let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400, "w": 604_800]

  /// Parses an age in months or years: "3mo", "1y".
  private static func months(_ text: String) -> Int? {
    for (unit, months) in [("mo", 1), ("y", 12)] where text.hasSuffix(unit) {
      return number(text.dropLast(unit.count)).map { Int($0) * months }
    }
    return nil
  }

  /// Parses up to nine digits.
  private static func number(_ text: Substring) -> Int64? {
    text.utf8.count <= 9 && text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int64(text) : nil
  }

  /// Returns whether the text has no offset and there is not exactly one zone in which to read it.
  public static func isReadInUTC(_ text: String, zones: [Zone]) -> Bool { Set(zones.map(\.name)).count != 1 && isLocal(text) }

  /// Returns whether the text is an age, such as "7d" or "3mo".
  public static func isAge(_ text: String) -> Bool {
    months(text) != nil || text.last.map { units[$0] != nil && number(text.dropLast()) != nil } ?? false
  }

  /// Returns whether the zones matter for the text: it is a moment without an offset, or an age in months or years.
  public static func needsZones(_ text: String) -> Bool { isLocal(text) || months(text) != nil }

  /// Returns whether the text is a moment without an offset.
  public static func isLocal(_ text: String) -> Bool { LocalMoment(text) != nil }
}

extension Zone {
  /// Returns the time of day of an instant some months earlier, on the same day of the month, or on the last one of a shorter month; nil before
  /// the year 1.
  fileprivate func instant(months: Int, before instant: Instant) -> Instant? {
    let (date, second) = local(instant)
    let (year, month, day) = date.components
    let (earlierYear, earlierMonth) = (12 * year + month - 1 - months).quotientAndRemainder(dividingBy: 12)
    guard earlierYear > 0 else { return nil }
    let last = LocalDate.days(in: earlierMonth + 1, of: earlierYear)
    guard let earlier = LocalDate(year: earlierYear, month: earlierMonth + 1, day: min(day, last)) else { return nil }
    let wall = Int64(earlier.daysSinceEpoch) * 86_400 + Int64(second)
    return Instant(secondsSinceEpoch: seconds(wall: wall), nanoseconds: instant.nanoseconds)
  }
}
