import FeedKit

/// The occurrences of an event, in any order.
struct Occurrences {
  private var services: [LocalDate: Set<Service>] = [:]
  private var days: Set<ClosedRange<LocalDate>> = []
  private var cancelledServices: [LocalDate: Set<Service>] = [:]
  private var cancelledDays: Set<ClosedRange<LocalDate>> = []
  /// Whether an occurrence, or a canceled one, has no known end.
  private var (hasUnknownEnd, hasCancelledUnknownEnd) = (false, false)

  /// The remark on a day of which an occurrence is canceled.
  private static let canceled = "Canceled"

  /// The maximum number of days that are listed because they last all day.
  private static let maximumDays = 1000

  /// Adds an occurrence that lasts all of some days.
  mutating func add(allDay range: ClosedRange<LocalDate>, isCancelled: Bool) {
    if isCancelled { cancelledDays.insert(range) } else { days.insert(range) }
  }

  /// Adds an occurrence without a known end.
  mutating func add(_ opensAt: Int, from date: LocalDate, isCancelled: Bool) {
    if isCancelled { hasCancelledUnknownEnd = true } else { hasUnknownEnd = true }
    add(opensAt, opensAt + Event.assumedMinutes, from: date, isCancelled: isCancelled)
  }

  /// Adds an occurrence, as one service on each of its days: services that meet at midnight are one occurrence.
  ///
  /// - Parameters:
  ///   - opensAt: in minutes since the midnight that begins `first`.
  mutating func add(_ opensAt: Int, _ closesAt: Int, from first: LocalDate, isCancelled: Bool) {
    var minute = opensAt
    while minute < closesAt {
      let day = minute / 1440
      // A night belongs to the day it begins.
      let until = closesAt - opensAt <= 1440 ? closesAt : min(closesAt, (day + 1) * 1440)
      guard let date = first.adding(days: day), let opens = LocalTime(minutes: minute - day * 1440),
        let closes = LocalTime(minutes: until - day * 1440), let service = Service(opens: opens, closes: closes)
      else { return }
      if isCancelled { cancelledServices[date, default: []].insert(service) } else { services[date, default: []].insert(service) }
      minute = until
    }
  }

  /// Returns an event with these occurrences; nil if there are none. One whose occurrences are all canceled has them, and the status.
  func event(in zone: Zone) -> Event? {
    if services.isEmpty, days.isEmpty {
      guard !cancelledServices.isEmpty || !cancelledDays.isEmpty else { return nil }
      var others = self
      (others.services, others.days) = (cancelledServices, cancelledDays)
      (others.cancelledServices, others.cancelledDays) = ([:], [])
      others.hasUnknownEnd = hasCancelledUnknownEnd
      var event = others.event(in: zone)
      event?.status = .cancelled
      return event
    }
    let ranges = Self.joined(days)
    if services.isEmpty, ranges.count == 1, let range = ranges.first {
      return Event(startDate: range.lowerBound, endDate: range.upperBound)
    }
    var plans = services.mapValues { Array($0) }
    for date in ranges.lazy.flatMap(Self.dates).prefix(Self.maximumDays) { plans[date, default: []].append(.wholeDay) }
    var notes: [LocalDate: String] = [:]
    for date in Set(cancelledServices.keys).union(Self.joined(cancelledDays).lazy.flatMap(Self.dates).prefix(Self.maximumDays)) {
      notes[date] = Self.canceled
      plans[date] = plans[date] ?? []
    }
    var layer = Layer(.special, dates: plans.map { DatedPlan($0, DayPlan($1)) })
    layer.notes = DayNotes(notes)
    return Event(hours: Schedule(zone: zone, layers: [layer]), endUnknown: hasUnknownEnd)
  }

  /// Returns ranges of dates, sorted, of which those that overlap or follow each other are one.
  private static func joined(_ ranges: Set<ClosedRange<LocalDate>>) -> [ClosedRange<LocalDate>] {
    var joined: [ClosedRange<LocalDate>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = joined.last, range.lowerBound <= last.upperBound.adding(days: 1) ?? .last {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private static func dates(of range: ClosedRange<LocalDate>) -> [LocalDate] {
    (0...min(Int(range.upperBound.daysSinceEpoch - range.lowerBound.daysSinceEpoch), maximumDays)).compactMap {
      range.lowerBound.adding(days: $0)
    }
  }
}
