import CICal
import Glibc
import OpeningHours

/// The settings of libical, which are those of the process.
private enum Libical {
  /// Makes errors in calendars return nothing instead of ending the process. Also does what libical does on the first time in UTC, because
  /// only one thread may: it reads the names of the machine's time zones, which are not used.
  static let isSetUp: Bool = {
    icalerror_set_errors_are_fatal(0)
    _ = icaltimezone_get_utc_timezone()
    return true
  }()
}

/// The properties that libical reads from one line: several if it is a list.
struct ParsedLine: ~Copyable {
  private let component: OpaquePointer
  /// Whether every value of the line can be read.
  let isIntact: Bool

  /// Parses a line; nil if libical cannot.
  init?(_ line: ContentLine) {
    guard Libical.isSetUp else { return nil }
    var text = Array("BEGIN:VEVENT\r\n".utf8)
    text.reserveCapacity(text.count + line.text.count + 16)
    text += line.text
    text += "\r\nEND:VEVENT\r\n\0".utf8
    let parsed = text.withUnsafeBytes { icalparser_parse_string($0.bindMemory(to: CChar.self).baseAddress) }
    guard let parsed else { return nil }
    guard icalcomponent_isa(parsed) == ICAL_VEVENT_COMPONENT else {
      icalcomponent_free(parsed)
      return nil
    }
    component = parsed
    isIntact = icalcomponent_count_properties(parsed, ICAL_XLICERROR_PROPERTY) == 0
  }

  deinit { icalcomponent_free(component) }

  /// Calls a function with each property, in the order of the line. They exist only during the call.
  func forEach(_ body: (ParsedProperty) -> Void) {
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      if icalproperty_isa(property) != ICAL_XLICERROR_PROPERTY { body(ParsedProperty(handle: property)) }
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
  }
}

/// A property that libical has read.
struct ParsedProperty {
  fileprivate let handle: OpaquePointer

  /// The value as text, unescaped if it is a text.
  var text: String? {
    guard let value = icalproperty_get_value(handle) else { return nil }
    switch icalvalue_isa(value) {
    case ICAL_TEXT_VALUE: return icalvalue_get_text(value).map { String(cString: $0) }
    case ICAL_X_VALUE: return icalvalue_get_x(value).map { String(cString: $0) }
    case ICAL_URI_VALUE: return icalvalue_get_uri(value).map { String(cString: $0) }
    case ICAL_ATTACH_VALUE:
      guard let attachment = icalvalue_get_attach(value), icalattach_get_is_url(attachment) != 0 else { return nil }
      return icalattach_get_url(attachment).map { String(cString: $0) }
    default:
      guard let text = icalvalue_as_ical_string_r(value) else { return nil }
      defer { free(text) }
      return String(cString: text)
    }
  }

  /// The time; nil if the value is none.
  var time: CalendarTime? {
    guard let value = icalproperty_get_value(handle) else { return nil }
    switch icalvalue_isa(value) {
    case ICAL_DATE_VALUE: return CalendarTime(icalvalue_get_date(value), zoneID)
    case ICAL_DATETIME_VALUE: return CalendarTime(icalvalue_get_datetime(value), zoneID)
    case ICAL_DATETIMEPERIOD_VALUE: return CalendarTime(icalvalue_get_datetimeperiod(value).time, zoneID)
    case ICAL_PERIOD_VALUE: return CalendarTime(icalvalue_get_period(value).start, zoneID)
    default: return nil
    }
  }

  /// How long a period is, in seconds; nil if the value is none, or has an end instead.
  var periodSeconds: Int? {
    guard let value = icalproperty_get_value(handle), icalvalue_isa(value) == ICAL_PERIOD_VALUE else { return nil }
    let period = icalvalue_get_period(value)
    return icaltime_is_null_time(period.end) != 0 ? Int(icaldurationtype_as_int(period.duration)) : nil
  }

  /// When a period ends; nil if the value is none, or has a duration instead.
  var periodEnd: CalendarTime? {
    guard let value = icalproperty_get_value(handle), icalvalue_isa(value) == ICAL_PERIOD_VALUE else { return nil }
    let end = icalvalue_get_period(value).end
    return icaltime_is_null_time(end) != 0 ? nil : CalendarTime(end, zoneID)
  }

  /// A duration in seconds; nil if the value is none.
  var seconds: Int? {
    guard let value = icalproperty_get_value(handle), icalvalue_isa(value) == ICAL_DURATION_VALUE else { return nil }
    let duration = icalvalue_get_duration(value)
    return icaldurationtype_is_bad_duration(duration) != 0 ? nil : Int(icaldurationtype_as_int(duration))
  }

  /// The number of seconds east of UTC; nil if the value is none.
  var offset: Int? {
    guard let value = icalproperty_get_value(handle), icalvalue_isa(value) == ICAL_UTCOFFSET_VALUE else { return nil }
    let offset = Int(icalvalue_get_utcoffset(value))
    return abs(offset) < 86_400 ? offset : nil
  }

  /// The position in degrees; nil if the value is none.
  var position: (latitude: Double, longitude: Double)? {
    guard let value = icalproperty_get_value(handle), icalvalue_isa(value) == ICAL_GEO_VALUE else { return nil }
    let geo = icalvalue_get_geo(value)
    return (geo.lat, geo.lon)
  }

  /// The zone that the parameter TZID names; nil if there is none.
  private var zoneID: String? {
    icalproperty_get_first_parameter(handle, ICAL_TZID_PARAMETER).flatMap { icalparameter_get_tzid($0) }.map { String(cString: $0) }
  }

  /// The media type that the parameter FMTTYPE names, in lower case; nil if there is none.
  var mediaType: String? {
    icalproperty_get_first_parameter(handle, ICAL_FMTTYPE_PARAMETER).flatMap { icalparameter_get_fmttype($0) }
      .map { String(cString: $0).lowercased() }
  }

  /// Whether the parameter RANGE says that the later occurrences are meant, too.
  var appliesToFuture: Bool {
    guard let range = icalproperty_get_first_parameter(handle, ICAL_RANGE_PARAMETER) else { return false }
    return icalparameter_get_range(range) == ICAL_RANGE_THISANDFUTURE
  }
}

extension CalendarTime {
  /// Creates a time as libical reads it; nil for a date or a time that does not exist.
  fileprivate init?(_ time: icaltimetype, _ zoneID: String?) {
    guard let date = LocalDate(year: Int(time.year), month: Int(time.month), day: Int(time.day)) else { return nil }
    let midnight = Int64(date.daysSinceEpoch) * 86_400
    if time.is_date != 0 {
      self.init(wall: midnight, clock: .date)
      return
    }
    // 60 is a leap second.
    guard (0...24).contains(time.hour), (0...59).contains(time.minute), (0...60).contains(time.second),
      time.hour < 24 || time.minute == 0 && time.second == 0
    else { return nil }
    let wall = midnight + Int64(time.hour) * 3600 + Int64(time.minute) * 60 + Int64(min(time.second, 59))
    self.init(wall: wall, clock: icaltime_is_utc(time) != 0 ? .utc : zoneID.map { .named($0) } ?? .floating)
  }

  /// The time for libical, without a zone.
  fileprivate var libical: icaltimetype {
    var time = icaltime_null_time()
    let day = Int((Double(wall) / 86_400).rounded(.down))
    let (year, month, number) = (LocalDate(daysSinceEpoch: day) ?? .init(daysSinceEpoch: 0).unsafelyUnwrapped).components
    let second = Int32(truncatingIfNeeded: wall - Int64(day) * 86_400)
    (time.year, time.month, time.day) = (Int32(year), Int32(month), Int32(number))
    time.is_date = clock == .date ? 1 : 0
    if clock != .date { (time.hour, time.minute, time.second) = (second / 3600, second / 60 % 60, second % 60) }
    return time
  }
}

/// A recurrence rule that libical has read.
struct ParsedRule {
  private var rule: icalrecurrencetype

  /// Reads the value of an RRULE; nil if libical cannot.
  init?(_ text: String) {
    // The calendars of RFC 7529 are not read. (Their name would have to be freed, too.)
    guard Libical.isSetUp, text.utf8.count <= Self.maximumBytes, !text.uppercased().contains("RSCALE") else { return nil }
    rule = icalrecurrencetype_from_string(text)
    guard rule.freq != ICAL_NO_RECURRENCE else { return nil }
  }

  private static let maximumBytes = 4096

  var frequency: RecurrenceRule.Frequency? {
    switch rule.freq {
    case ICAL_DAILY_RECURRENCE: .daily
    case ICAL_WEEKLY_RECURRENCE: .weekly
    case ICAL_MONTHLY_RECURRENCE: .monthly
    case ICAL_YEARLY_RECURRENCE: .yearly
    default: nil
    }
  }

  var interval: Int { Int(rule.interval) }

  /// The number of occurrences; nil if it does not say.
  var count: Int? { rule.count > 0 ? Int(rule.count) : nil }

  /// The time of the last occurrence or after it; nil if it does not say.
  var until: CalendarTime? { icaltime_is_null_time(rule.until) != 0 ? nil : CalendarTime(rule.until, nil) }

  var hasUntil: Bool { icaltime_is_null_time(rule.until) == 0 }

  /// The weekdays of BYDAY; nil if one of them has a number, such as the second Monday. Empty without BYDAY.
  var weekdays: Set<Weekday>? {
    withUnsafePointer(to: rule) { pointer in
      var weekdays: Set<Weekday> = []
      guard let days = cical_by_day(pointer) else { return [] }
      for index in 0..<Self.maximumDays where days[index] != Int16(ICAL_RECURRENCE_ARRAY_MAX.rawValue) {
        let day = icalrecurrencetype_day_day_of_week(days[index])
        guard icalrecurrencetype_day_position(days[index]) == 0, day != ICAL_NO_WEEKDAY else { return nil }
        // Sunday is 1.
        guard let weekday = Weekday(rawValue: (Int(day.rawValue) + 5) % 7) else { return nil }
        weekdays.insert(weekday)
      }
      return weekdays
    }
  }

  /// The first weekday of a week (WKST).
  var firstWeekday: Weekday { Weekday(rawValue: (Int(rule.week_start.rawValue) + 5) % 7) ?? .monday }

  /// The first days of BYDAY that are looked at: there are only seven weekdays without a number.
  private static let maximumDays = 8

  /// Whether a part other than BYDAY chooses among its dates or times.
  var hasOtherParts: Bool { withUnsafePointer(to: rule) { cical_has_other_parts($0) != 0 } }

  /// Returns the occurrences, in order.
  ///
  /// - Parameters:
  ///   - start: the first possible occurrence.
  ///   - first: the time from which occurrences are wanted; ignored if the rule counts its occurrences.
  ///   - last: the time until which occurrences are wanted.
  func occurrences(start: CalendarTime, from first: Int64, through last: Int64) -> RuleIterator? {
    var rule = rule
    rule.until = CalendarTime(wall: last, clock: start.clock).libical
    return RuleIterator(rule, start: start.libical, from: first > start.wall ? CalendarTime(wall: first, clock: start.clock).libical : nil)
  }
}

/// The occurrences of a rule.
struct RuleIterator: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init?(_ rule: icalrecurrencetype, start: icaltimetype, from first: icaltimetype?) {
    guard let iterator = icalrecur_iterator_new(rule, start) else { return nil }
    handle = iterator
    if let first, rule.count == 0 { icalrecur_iterator_set_start(iterator, first) }
  }

  deinit { icalrecur_iterator_free(handle) }

  /// Returns the next occurrence, in local seconds since 1970; nil at the end.
  mutating func next() -> Int64? {
    let time = icalrecur_iterator_next(handle)
    if icaltime_is_null_time(time) != 0 { return nil }
    return CalendarTime(time, nil)?.wall
  }
}
