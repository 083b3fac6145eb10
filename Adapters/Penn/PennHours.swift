import CampusCatalog
import FeedCore
import OpeningHours
import SimdJSON

/// The hours of a venue: one layer of dated services. A date that is not listed stays unknown.
enum PennHours {
  /// A venue that lists more days than this is not taken seriously.
  private static let mostDays = 1000

  /// Services that were found, by date; a listed date without any is closed or unknown.
  private struct Days {
    var plans: [(date: LocalDate, services: [Service])] = []
    var unknown: Set<LocalDate> = []

    /// Dates come ascending, but need not.
    mutating func index(of date: LocalDate) -> Int {
      for index in plans.indices.reversed() where plans[index].date == date { return index }
      if plans.isEmpty { plans.reserveCapacity(7) }
      plans.append((date, []))
      return plans.count - 1
    }

    /// Moves the services of a day out, with room for those of most days.
    mutating func takeServices(at index: Int) -> [Service] {
      var services: [Service] = []
      swap(&services, &plans[index].services)
      if services.isEmpty { services.reserveCapacity(4) }
      return services
    }

    mutating func putBack(_ services: [Service], at index: Int) {
      if plans[index].services.isEmpty { plans[index].services = services } else { plans[index].services += services }
    }

    mutating func add(_ service: Service, on date: LocalDate) { plans[index(of: date)].services.append(service) }

    mutating func schedule(_ zone: Zone) -> Schedule {
      guard !plans.isEmpty else { return Schedule(zone: zone, layers: []) }
      for index in plans.indices.dropFirst() where plans[index].date < plans[index - 1].date {
        plans.sort { $0.date < $1.date }
        break
      }
      NightJoin.join(&plans)
      var days: [DatedPlan] = []
      days.reserveCapacity(plans.count)
      for day in plans {
        days.append(DatedPlan(day.date, day.services.isEmpty && unknown.contains(day.date) ? .unknown : DayPlan(day.services)))
      }
      return Schedule(zone: zone, layers: [Layer(.special, dates: days)])
    }
  }

  // MARK: - The current shape, and the one of late 2022

  static func schedule(
    of venue: JSONValue, _ zone: Zone, _ messages: inout UniqueTexts, _ labels: inout TextCache, _ texts: inout TextCache,
    _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Schedule {
    guard let list = try venue.array("days") else { return Schedule(zone: zone, layers: []) }
    var days = Days()
    var elements = list.elements
    while let day = elements.next() {
      guard day.isObject else { throw day.fault(.type, "expected a day, found \(day.kind)") }
      guard let text = day["date"]?.utf8, let date = LocalDate(ascii: text) else {
        throw day.fault(.time, "\"date\" is no date of the form YYYY-MM-DD")
      }
      guard days.plans.count < mostDays else { throw list.fault(.value, "more than \(mostDays) days") }
      let index = days.index(of: date)
      var parts = try day.array("dayparts")?.elements
      var services = days.takeServices(at: index)
      var count = 0
      while let part = parts?.next() {
        count += 1
        guard part.isObject else { throw part.fault(.type, "expected a daypart, found \(part.kind)") }
        if let message = try texts.text(part, "message") { messages.insert(message) }
        guard let (start, service) = try daypart(part, on: date, written: text, zone, &labels) else { continue }
        if start == date {
          services.append(service)
        } else {
          days.add(service, on: start)
          notes.add(.hours, at: part.pointer, "begins on \(start), not on the day \(date) that lists it")
        }
      }
      days.putBack(services, at: index)
      if count == 0, try isOpenWithoutTimes(day) {
        days.unknown.insert(date)
        notes.add(.hoursUnknown, at: day.pointer, "said to be open, without times")
      }
    }
    return days.schedule(zone)
  }

  /// A day without dayparts is closed when its status says so in one of the ways that are known.
  private static func isOpenWithoutTimes(_ day: JSONValue) throws(JSONFieldError) -> Bool {
    guard let value = day["status"], !value.isString(""), !value.isString("closed") else { return false }
    guard let status = try day.line("status")?.lowercased() else { return false }
    return status != "closed"
  }

  /// The date on which a daypart begins, and its service; nil for one that is no opening.
  private static func daypart(
    _ part: JSONValue, on date: LocalDate, written: borrowing Span<UInt8>, _ zone: Zone, _ labels: inout TextCache
  ) throws(JSONFieldError) -> (LocalDate, Service)? {
    let start = try moment(part, "starttime", date, written, zone)
    let end = try moment(part, "endtime", date, written, zone)
    let label = try labels.text(part, "label")
    if isClosed(label) { return nil }
    let days = Int(end.date.daysSinceEpoch) - Int(start.date.daysSinceEpoch)
    guard days == 0 || days == 1 else { throw part.fault(.time, "\"endtime\" is not on the day of \"starttime\" or the next") }
    guard let service = try service(from: start.time, to: end.time, nextDay: days == 1, label: label, part) else { return nil }
    return (start.date, service)
  }

  /// A time as clocks of the campus show it.
  private static func moment(_ part: JSONValue, _ key: StaticString, _ date: LocalDate, _ written: borrowing Span<UInt8>, _ zone: Zone)
    throws(JSONFieldError) -> (
      date: LocalDate, time: ClockTime
    )
  {
    guard let value = part[key] else { throw part.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8, let moment = LocalDateTime(ascii: text, near: date, written: written) else {
      throw value.fault(.time, "no date and time of the form YYYY-MM-DDTHH:MM:SS")
    }
    guard moment.offset != nil else { return (moment.date, moment.time) }
    guard let instant = moment.instant else { throw value.fault(.time, "out of range") }
    let local = zone.local(instant)
    guard let time = ClockTime(seconds: local.second) else { throw value.fault(.time, "out of range") }
    return (local.date, time)
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
    var days = Days()
    for date in dates.sorted() { _ = days.index(of: date) }
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
        if let service = try service(from: opens, to: closes, nextDay: false, label: label, meal) { days.add(service, on: date) }
      }
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
    guard let label, label.utf8.count == 6 else { return false }
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
