import CampusCatalog
import FeedCore
import OpeningHours
import SnapshotStore

/// Which run of the past is meant: the last one at or before a moment, or one counted back from the newest.
enum PointInTime: Equatable {
  case moment(Instant)
  /// `latest` is 0, `latest~2` is 2.
  case latest(back: Int)

  /// Reads RFC 3339, a local date or date and time (in the zone of the campuses; in UTC where these have none or several, which is said
  /// on stderr), an age before now (`2w`, `7d`, `36h`, `90m`), `latest` and `latest~N`.
  ///
  /// - Parameters:
  ///   - option: what it was given to, for messages.
  ///   - zones: of the campuses that are asked about.
  ///   - isQuiet: nothing is said on stderr.
  static func parse(
    _ text: String, option: String = "--as-of", zones: [Zone], now: Instant, isQuiet: Bool = false
  ) throws(Failure) -> PointInTime {
    if let back = back(text) { return .latest(back: back) }
    if let instant = Instant(text) { return .moment(instant) }
    if let seconds = age(text) {
      guard let instant = Instant(secondsSinceEpoch: now.secondsSinceEpoch - seconds, nanoseconds: now.nanoseconds) else {
        throw Failure(.usage, "\(option) \(text) is before the year 1")
      }
      return .moment(instant)
    }
    if Set(zones.map(\.name)).count != 1, let instant = utc(text) {
      if !isQuiet {
        Console.error("\(option) \(text) is read in UTC, because the campuses have no one zone; add an offset such as -05:00 for another")
      }
      return .moment(instant)
    }
    do throws(Failure) { return .moment(try Moment.parse(text, option: option, zones: zones)) } catch {
      throw Failure(
        .usage,
        "\(option) \"\(text)\" is no time; write 2026-11-21T12:00:00-05:00, 2026-11-21, an age such as 7d, 36h or 90m, latest or latest~1")
    }
  }

  /// The run that is meant.
  ///
  /// - Throws: exit 4 when there is none, with the time of the first one.
  func run(in store: SnapshotStore, _ selection: RunSelection) async throws(Failure) -> RunRecord {
    do throws(StoreError) {
      let run =
        switch self {
        case .moment(let moment): try await store.run(atOrBefore: moment, selection: selection)
        case .latest(let back): try await store.run(selection: selection, back: back)
        }
      if let run { return run }
      let what = selection.isAll ? "" : " of this selection"
      guard let first = try await store.firstRun(selection: selection) else {
        guard let other = try await store.runs(limit: 1).first else {
          throw StoreError("", "\(store.path) remembers no run yet; run aggregate once")
        }
        let options = other.selection.campuses.map { "--campus \($0)" } + other.selection.feeds.map { "--feed \($0)" }
        throw StoreError(
          "",
          "\(store.path) remembers no run\(selection.isAll ? " of all feeds" : what); its newest run, of \(other.generatedAt), was one of "
            + (options.isEmpty ? "all feeds" : options.joined(separator: " ") + ": name that"))
      }
      switch self {
      case .moment(let moment):
        throw StoreError("", "\(store.path) remembers no run\(what) at or before \(moment); the first is of \(first)")
      case .latest(let back):
        throw StoreError("", "\(store.path) does not remember \(back + 1) runs\(what); the first is of \(first)")
      }
    } catch {
      throw error.reason.isEmpty ? Failure(.nothing, error.detail) : Failure(.local, "\(error.detail) (\(error.reason))")
    }
  }

  // MARK: - Forms

  /// A date, or a date and time without an offset, which clocks of some zone have to tell.
  static func isLocal(_ text: String) -> Bool { LocalDate(text) != nil || LocalDateTime(text).map { $0.offset == nil } ?? false }

  private static func back(_ text: String) -> Int? {
    guard text.hasPrefix("latest") else { return nil }
    let rest = text.dropFirst("latest".count)
    if rest.isEmpty { return 0 }
    return rest.first == "~" ? number(rest.dropFirst()) : nil
  }

  /// Seconds.
  private static func age(_ text: String) -> Int64? {
    guard let unit = text.last.flatMap({ units[$0] }), let count = number(text.dropLast()) else { return nil }
    let (seconds, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
    return overflow ? nil : seconds
  }

  private static let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400, "w": 604_800]

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func utc(_ text: String) -> Instant? {
    LocalDate(text) == nil ? Instant("\(text)Z") ?? Instant("\(text):00Z") : Instant("\(text)T00:00:00Z")
  }
}
