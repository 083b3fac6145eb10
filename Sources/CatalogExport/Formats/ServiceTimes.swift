import OpeningHours

/// The times of a service of a layer, or of an occurrence of an event, with the weekdays on which they are repeated.
struct ServiceTimes {
  /// In minutes since the midnight that begins its first day, on the local clock.
  let opens: Int
  let closes: Int
  let label: String?
  /// Whether it lasts from midnight to midnight and is written as dates, without times.
  let isWholeDays: Bool
  /// Whether the times of the day are not known.
  let isUnknown: Bool
  /// Monday first.
  var weekdays: [Weekday] = []
  /// The distinction from others of the same layer.
  let identity: [UInt8]

  /// The times of a day on which an event takes place at times that are not known.
  static let unknown = ServiceTimes(opens: 0, closes: 1440, label: nil, isWholeDays: true, isUnknown: true)
  /// All days of an event.
  static let everyDay = {
    var times = ServiceTimes(opens: 0, closes: 1440, label: nil, isWholeDays: true)
    times.weekdays = Weekday.allCases
    return times
  }()

  private init(opens: Int, closes: Int, label: String?, isWholeDays: Bool, isUnknown: Bool = false) {
    (self.opens, self.closes, self.label, self.isWholeDays, self.isUnknown) = (opens, closes, label, isWholeDays, isUnknown)
    // Bytes, because text that is equal in another Unicode form is another label.
    identity = Array((isUnknown ? "unknown" : "\(Self.text(opens))\n\(Self.text(closes))\n\(label ?? "")").utf8)
  }

  /// Creates the times of a service of a place.
  init(_ service: Service) {
    self.init(opens: Int(service.opens.minutes), closes: Int(service.closes.minutes), label: service.label, isWholeDays: false)
  }

  /// Creates the times of an occurrence of an event with some hours, on the clock of its first day; its label is that of its first service.
  init(_ occurrence: Occurrence, of hours: Schedule) {
    let (zone, days) = (hours.zone, occurrence.days)
    let count = days.lowerBound.days(until: days.upperBound) + 1
    let services = hours.plan(on: days.lowerBound).services
    if occurrence.isWholeDays(in: zone) {
      self.init(opens: 0, closes: count * 1440, label: services.first?.label, isWholeDays: true)
      return
    }
    func minute(_ instant: Instant) -> Int {
      let (date, second) = zone.local(instant)
      return days.lowerBound.days(until: date) * 1440 + second / 60
    }
    let opens = minute(occurrence.start)
    let index = services.partitioningIndex { Int($0.opens.minutes) >= opens }
    let first = index < services.endIndex && Int(services[index].opens.minutes) == opens ? services[index] : nil
    self.init(opens: opens, closes: minute(occurrence.end), label: first?.label, isWholeDays: false)
  }

  /// The number of days on which it lasts, if it begins and ends at midnight.
  var days: Int { closes / 1440 }

  /// Returns minutes as "26:00".
  static func text(_ minutes: Int) -> String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  // MARK: - On a day

  /// Returns when it opens and closes on a day, in local seconds since 1970-01-01T00:00:00.
  func wall(on date: LocalDate) -> ClosedRange<Int64> {
    let midnight = Int64(date.daysSinceEpoch) * 86_400
    return midnight + Int64(opens) * 60...midnight + Int64(closes) * 60
  }

  /// Returns when it opens and closes on a day; nil if a clock change leaves no time in between.
  func time(on date: LocalDate, in zone: Zone) -> Range<Instant>? {
    let wall = wall(on: date)
    guard let start = Instant(secondsSinceEpoch: zone.seconds(wall: wall.lowerBound)),
      let end = Instant(secondsSinceEpoch: zone.seconds(wall: wall.upperBound)), start < end
    else { return nil }
    return start..<end
  }
}

extension [ServiceTimes] {
  /// Creates a list of times, each once, with all of its weekdays.
  init(_ times: some Sequence<(times: ServiceTimes, weekday: Weekday)>) {
    self = []
    var positions: [[UInt8]: Int] = [:]
    for (times, weekday) in times {
      let position = positions[times.identity] ?? count
      if position == count {
        positions[times.identity] = position
        append(times)
      }
      self[position].weekdays.append(weekday)
    }
  }

  /// Creates a list of the services of a week, each once.
  init(servicesOf layer: Layer) {
    self.init(
      Weekday.allCases.flatMap { weekday in (layer.plan(of: weekday)?.services ?? []).map { (ServiceTimes($0), weekday) } })
  }
}

extension LocalDate {
  /// Returns the number of days from this one to another.
  fileprivate func days(until other: LocalDate) -> Int { Int(other.daysSinceEpoch - daysSinceEpoch) }
}
