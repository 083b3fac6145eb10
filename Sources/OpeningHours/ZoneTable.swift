/// A stretch of time during which clocks of a zone keep one offset from UTC.
struct ZoneStretch: Sendable, Hashable {
  /// Seconds since 1970, included.
  let start: Int64
  /// Seconds since 1970, not included.
  let end: Int64
  /// Seconds east of UTC.
  let offset: Int64
}

/// The offsets of one zone as integers: found once, then asked without any type of Foundation.
///
/// Before 1900 the zone keeps the offset it had when that year began. From 2130 on each year is like the one between 2102 and
/// 2129 that begins on the same weekday and has the same length: rules for the future speak of months and weekdays.
struct ZoneTable: Sendable {
  /// Where each stretch begins, ascending; the first begins before all time that can be asked about.
  private let starts: [Int64]
  private let offsets: [Int32]

  /// 1900-01-01 and 2130-01-01, in UTC: the years for which changes are looked up.
  static let first: Int64 = -2_208_988_800
  static let end: Int64 = 5_049_129_600

  /// - Parameters:
  ///   - offset: seconds east of UTC at `first`.
  ///   - changes: when the offset changes between `first` and `end`, ascending, and the offset from then on.
  init(offset: Int, changes: [(at: Int64, offset: Int)]) {
    var starts = [Int64.min / 4]
    var offsets = [Int32(truncatingIfNeeded: offset)]
    for change in changes where change.offset != Int(offsets[offsets.count - 1]) {
      starts.append(change.at)
      offsets.append(Int32(truncatingIfNeeded: change.offset))
    }
    self.starts = starts
    self.offsets = offsets
  }

  /// The stretch that holds a moment, in seconds since 1970.
  func stretch(at seconds: Int64) -> ZoneStretch {
    if seconds >= Self.end, starts.count > 1 { return futureStretch(at: seconds) }
    var (low, high) = (0, starts.count)
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    let end = low &+ 1 < starts.count ? starts[low &+ 1] : starts.count > 1 ? Self.end : Int64.max / 4
    return ZoneStretch(start: starts[low], end: end, offset: Int64(offsets[low]))
  }

  /// From 2130 on, cut at the ends of the years of UTC.
  private func futureStretch(at seconds: Int64) -> ZoneStretch {
    // After the last day of the calendar nothing changes.
    let limit = Int64(LocalDate.last.daysSinceEpoch + 1) * 86_400
    if seconds >= limit { return ZoneStretch(start: limit, end: .max / 4, offset: futureStretch(at: limit - 1).offset) }
    let day = floorDivide(seconds, 86_400)
    let year = LocalDate(daysSinceEpoch: Int(day))?.components.year ?? 9999
    let start = Self.start(of: year)
    let next = Self.start(of: year + 1)
    let like = (2102...2129).first { alike in
      let alikeStart = Self.start(of: alike)
      return (start - alikeStart) % (7 * 86_400) == 0 && Self.start(of: alike + 1) - alikeStart == next - start
    }
    let shift = start - Self.start(of: like ?? 2129)
    let found = stretch(at: min(seconds - shift, Self.end - 1))
    return ZoneStretch(start: max(found.start + shift, start), end: min(found.end + shift, next), offset: found.offset)
  }

  /// The first second of a year in UTC.
  private static func start(of year: Int) -> Int64 {
    guard let date = LocalDate(year: year, month: 1, day: 1) else { return Int64(LocalDate.last.daysSinceEpoch + 1) * 86_400 }
    return Int64(date.daysSinceEpoch) * 86_400
  }
}

/// The quotient, rounded down.
@inline(__always)
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value < 0 && quotient * divisor != value ? quotient - 1 : quotient
}
