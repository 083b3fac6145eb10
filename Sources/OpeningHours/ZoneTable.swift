/// An interval of time during which the offset of a zone does not change.
struct OffsetInterval: Sendable, Hashable {
  /// Seconds since 1970, inclusive.
  let start: Int64
  /// Seconds since 1970, exclusive.
  let end: Int64
  /// Seconds east of UTC.
  let offset: Int64
}

/// A table of the offsets of one zone, in integers.
///
/// Before 1900, the offset is the same as at the beginning of 1900. From 2130 on, each year is the same as the year between 2102 and 2129
/// that begins on the same weekday and has the same length, because rules for the future refer to months and weekdays.
struct ZoneTable: Sendable {
  /// The beginning of each interval, ascending. The first is before any `Instant`.
  private let starts: [Int64]
  private let offsets: [Int32]
  /// The times that clock changes from 1990 to 2050 skip or repeat.
  private(set) var doubtfulTimes: [DoubtfulTime] = []

  /// 1900-01-01 and 2130-01-01 UTC, between which the table has all changes.
  static let first: Int64 = -2_208_988_800
  static let end: Int64 = 5_049_129_600

  /// - Parameters:
  ///   - offset: seconds east of UTC at `first`.
  ///   - changes: the times between `first` and `end` at which the offset changes, ascending, with the offset from then on.
  init(offset: Int, changes: [(at: Int64, offset: Int)]) {
    var starts = [Int64.min / 4]
    var offsets = [Int32(truncatingIfNeeded: offset)]
    for change in changes where change.offset != Int(offsets[offsets.count - 1]) {
      starts.append(change.at)
      offsets.append(Int32(truncatingIfNeeded: change.offset))
    }
    self.starts = starts
    self.offsets = offsets
    doubtfulTimes = findDoubtfulTimes()
  }

  /// Returns the interval that contains a time, in seconds since 1970.
  func interval(at seconds: Int64) -> OffsetInterval {
    if seconds >= Self.end, starts.count > 1 { return futureInterval(at: seconds) }
    let next = max(starts.partitioningIndex { $0 > seconds }, 1)
    let end = next < starts.count ? starts[next] : starts.count > 1 ? Self.end : Int64.max / 4
    return OffsetInterval(start: starts[next &- 1], end: end, offset: Int64(offsets[next &- 1]))
  }

  /// Returns the interval that contains a time from 2130 on, cut at the ends of UTC years.
  private func futureInterval(at seconds: Int64) -> OffsetInterval {
    // There are no changes after the last supported day.
    let limit = Int64(LocalDate.last.daysSinceEpoch + 1) * 86_400
    if seconds >= limit { return OffsetInterval(start: limit, end: .max / 4, offset: futureInterval(at: limit - 1).offset) }
    let day = floorDivide(seconds, 86_400)
    let year = LocalDate(daysSinceEpoch: Int(day))?.components.year ?? 9999
    let start = Self.start(of: year)
    let next = Self.start(of: year + 1)
    let like = (2102...2129).first { alike in
      let alikeStart = Self.start(of: alike)
      return (start - alikeStart) % (7 * 86_400) == 0 && Self.start(of: alike + 1) - alikeStart == next - start
    }
    let shift = start - Self.start(of: like ?? 2129)
    let found = interval(at: min(seconds - shift, Self.end - 1))
    return OffsetInterval(start: max(found.start + shift, start), end: min(found.end + shift, next), offset: found.offset)
  }

  /// Returns the first second of a year in UTC.
  private static func start(of year: Int) -> Int64 {
    guard let date = LocalDate(year: year, month: 1, day: 1) else { return Int64(LocalDate.last.daysSinceEpoch + 1) * 86_400 }
    return Int64(date.daysSinceEpoch) * 86_400
  }
}

/// Returns the quotient rounded down.
@inline(__always)
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value < 0 && quotient * divisor != value ? quotient - 1 : quotient
}
