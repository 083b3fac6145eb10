import CampusCatalog
import FeedCore
import OpeningHours
import SimdJSON

/// The hours of a venue: one layer of dated services. A date that is not listed stays unknown.
enum PennHours {
  /// A venue that lists more days than this is not taken seriously.
  private static let mostDays = 1000

  /// Listed dates with what was found for them. A date that is listed without services is closed or unknown.
  private struct Days {
    private(set) var dates: [LocalDate] = []
    private var plans = DayPlans()
    private var isAscending = true
    /// Services that begin on another date than the one that lists them.
    private var moved: [(date: LocalDate, service: Service)] = []

    init() {
      dates.reserveCapacity(7)
      plans.reserveCapacity(days: 7, services: 24)
    }

    /// Adds a service to the date that comes with the next `end`.
    mutating func add(_ service: Service) { plans.add(service) }

    mutating func add(_ service: Service, on date: LocalDate) { moved.append((date, service)) }

    mutating func end(_ date: LocalDate, isUnknown: Bool = false) {
      if let last = dates.last, last >= date { isAscending = false }
      dates.append(date)
      if isUnknown { plans.endUnknownDay() } else { plans.endDay() }
    }

    func schedule(_ zone: Zone) -> Schedule {
      guard !dates.isEmpty else { return Schedule(zone: zone, layers: []) }
      let days = isAscending && moved.isEmpty ? DatedPlans(dates: dates, plans) : sorted()
      return Schedule(zone: zone, layers: [Layer(.special, dates: NightJoin.join(days))])
    }

    /// A date that is listed twice has the services of both; it is known when one of them is.
    private func sorted() -> DatedPlans {
      var services: [LocalDate: [Service]] = [:]
      var unknown: Set<LocalDate> = []
      for (date, plan) in zip(dates, plans) {
        services[date, default: []] += plan.services
        if plan == .unknown { unknown.insert(date) }
      }
      for (date, service) in moved { services[date, default: []].append(service) }
      return DatedPlans(
        services.map { date, services in DatedPlan(date, services.isEmpty && unknown.contains(date) ? .unknown : DayPlan(services)) })
    }
  }

  // MARK: - The current shape, and the one of late 2022

  static func schedule(
    of list: JSONValue?, _ zone: Zone, _ messages: inout UniqueTexts, _ labels: inout TextCache, _ texts: inout TextCache,
    _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Schedule {
    guard let list else { return Schedule(zone: zone, layers: []) }
    var days = Days()
    var elements = list.elements
    while let day = elements.next() {
      guard day.isObject else { throw day.fault(.type, "expected a day, found \(day.kind)") }
      var fields = day.fields
      guard let text = fields.member("date")?.utf8, let date = LocalDate(ascii: text) else {
        throw day.fault(.time, "\"date\" is no date of the form YYYY-MM-DD")
      }
      fields.pass("status")
      guard days.dates.count < mostDays else { throw list.fault(.value, "more than \(mostDays) days") }
      var parts = try fields.array("dayparts")?.elements
      var count = 0
      while let part = parts?.next() {
        count += 1
        guard part.isObject else { throw part.fault(.type, "expected a daypart, found \(part.kind)") }
        var fields = part.fields
        let start = try moment(part, fields.member("starttime"), "starttime", date, text, zone)
        let end = try moment(part, fields.member("endtime"), "endtime", date, text, zone)
        if let message = try texts.text(fields.member("message")) { messages.insert(message) }
        let label = try labels.text(fields.member("label"))
        guard !isClosed(label), let service = try service(part, from: start, to: end, label) else { continue }
        if start.date == date {
          days.add(service)
        } else {
          days.add(service, on: start.date)
          notes.add(.hours, at: part.pointer, "begins on \(start.date), not on the day \(date) that lists it")
        }
      }
      let isUnknown = count > 0 ? false : try isOpenWithoutTimes(day)
      days.end(date, isUnknown: isUnknown)
      if isUnknown { notes.add(.hoursUnknown, at: day.pointer, "not said to be closed, and without times") }
    }
    return days.schedule(zone)
  }

  /// A day without dayparts is closed when its status says so in one of the ways that are known.
  private static func isOpenWithoutTimes(_ day: JSONValue) throws(JSONFieldError) -> Bool {
    guard let value = day["status"], !value.isString(""), !value.isString("closed") else { return false }
    guard let status = try day.line("status")?.lowercased() else { return false }
    return status != "closed"
  }

  /// The service of a daypart; nil for one that is no opening.
  private static func service(_ part: JSONValue, from start: Moment, to end: Moment, _ label: String?) throws(JSONFieldError) -> Service? {
    let days = Int(end.date.daysSinceEpoch) - Int(start.date.daysSinceEpoch)
    guard days == 0 || days == 1 else { throw part.fault(.time, "\"endtime\" is not on the day of \"starttime\" or the next") }
    return try service(from: start.time, to: end.time, nextDay: days == 1, label: label, part)
  }

  private struct Moment {
    let date: LocalDate
    let time: ClockTime
  }

  /// A time as clocks of the campus show it.
  private static func moment(
    _ part: JSONValue, _ value: JSONValue?, _ key: StaticString, _ date: LocalDate, _ written: borrowing Span<UInt8>, _ zone: Zone
  ) throws(JSONFieldError) -> Moment {
    guard let value else { throw part.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8, let moment = LocalDateTime(ascii: text, near: date, written: written) else {
      throw value.fault(.time, "no date and time of the form YYYY-MM-DDTHH:MM:SS")
    }
    guard moment.offset != nil else { return Moment(date: moment.date, time: moment.time) }
    guard let instant = moment.instant else { throw value.fault(.time, "out of range") }
    let local = zone.local(instant)
    guard let time = ClockTime(seconds: local.second) else { throw value.fault(.time, "out of range") }
    return Moment(date: local.date, time: time)
  }

  // MARK: - The shape until 2021

  /// All dates that any venue lists.
  static func dates(inOlder venues: JSONValue) -> Set<LocalDate> {
    var dates: Set<LocalDate> = []
    var elements = venues.elements
    while let venue = elements.next() {
      var days = venue["dateHours"]?.elements
      while let day = days?.next() {
        if let text = day["date"]?.utf8, let date = LocalDate(ascii: text) { dates.insert(date) }
      }
    }
    return dates
  }

  /// - Parameter dates: those that any venue lists; one that this venue omits is closed, unless it has no hours at all.
  static func olderSchedule(
    of venue: JSONValue, _ zone: Zone, dates: Set<LocalDate>, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Schedule {
    guard let list = try venue.array("dateHours") else { return Schedule(zone: zone, layers: []) }
    guard dates.count <= mostDays else { throw list.fault(.value, "the venues list more than \(mostDays) days") }
    var services: [LocalDate: [Service]] = [:]
    var elements = list.elements
    while let day = elements.next() {
      guard day.isObject, let text = day["date"]?.utf8, let date = LocalDate(ascii: text) else {
        throw day.fault(.time, "\"date\" is no date of the form YYYY-MM-DD")
      }
      var meals = try day.array("meal")?.elements
      while let meal = meals?.next() {
        guard meal.isObject else { throw meal.fault(.type, "expected a meal, found \(meal.kind)") }
        let label = try meal.line("type")
        let opens = try clock(meal, "open")
        let closes = try clock(meal, "close")
        if isClosed(label) { continue }
        if let service = try service(from: opens, to: closes, nextDay: false, label: label, meal) {
          services[date, default: []].append(service)
        }
      }
    }
    var days = Days()
    for date in dates.sorted() {
      for service in services[date] ?? [] { days.add(service) }
      days.end(date)
    }
    return days.schedule(zone)
  }

  private static func clock(_ meal: JSONValue, _ key: StaticString) throws(JSONFieldError) -> ClockTime {
    guard let value = meal[key] else { throw meal.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8, let time = ClockTime(ascii: text) else { throw value.fault(.time, "no time of the form HH:MM:SS") }
    return time
  }

  // MARK: - Rules of all shapes

  /// "Closed" as the name of a meal says that there is none.
  private static func isClosed(_ label: String?) -> Bool {
    guard let label, label.utf8.count == 6, let first = label.utf8.first, first | 0x20 == UInt8(ascii: "c") else { return false }
    return label.lowercased() == "closed"
  }

  /// Zero length is no opening. 23:59 as an end is the midnight that ends that day. An end before its start is on the next
  /// day.
  private static func service(
    from start: ClockTime, to end: ClockTime, nextDay: Bool, label: String?, _ value: JSONValue
  ) throws(JSONFieldError) -> Service? {
    if start == end, !nextDay { return nil }
    var closes = end.isLastMinute ? 1440 : Int(end.seconds) / 60
    if nextDay || end < start { closes += 1440 }
    let opens = start.localTime
    if closes == Int(opens.minutes) { return nil }
    guard let closes = LocalTime(minutes: closes), let service = Service(opens: opens, closes: closes, label: label) else {
      throw value.fault(.time, "an opening from \(opens) that ends more than 24 hours later")
    }
    return service
  }
}
