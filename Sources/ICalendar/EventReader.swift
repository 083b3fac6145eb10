import Basics
import OpeningHours

/// Reads the properties of an event.
struct EventReader {
  private let component: CalendarComponent
  private(set) var errors: [CalendarError] = []

  init(_ component: CalendarComponent) {
    self.component = component
    if component.strayLines > 0 {
      let count = component.strayLines
      errors.append(
        CalendarError(
          .syntax, nil, count == 1 ? "a line is not a property and was left out" : "\(count) lines are no properties and were left out"))
    }
  }

  // MARK: - Texts

  /// Returns the text of the first line of a property, trimmed; nil if there is none.
  mutating func text(_ name: PropertyName) -> String? {
    guard let line = component.first(name), !line.value.isEmpty else { return nil }
    guard let text = ParsedLine(line)?.text else {
      errors.append(CalendarError(.value, name, "the value cannot be read and was left out"))
      return nil
    }
    let limited = limited(text.trimmed, name)
    return limited.isEmpty ? nil : limited
  }

  /// Returns a text without combining marks that exceed the limit.
  private mutating func limited(_ text: String, _ name: PropertyName) -> String {
    let (limited, removed) = CombiningMarks.limit(text)
    if removed > 0 {
      errors.append(CalendarError(.value, name, "\(removed) combining marks were left out: more than 30 followed each other"))
    }
    return limited
  }

  /// Returns the texts of all lines of a property.
  mutating func texts(_ name: PropertyName) -> [String] {
    var texts: [String] = []
    for line in component.all(name).flatMap({ $0.divided(into: Self.maximumValues) }) {
      ParsedLine(line)?.forEach { property in if let text = property.text { texts.append(text) } }
    }
    return texts.map { limited($0, name) }
  }

  /// libical reads at most 500 values of a line.
  private static let maximumValues = 100

  mutating func isTrue(_ name: PropertyName) -> Bool {
    component.first(name).map { ["TRUE", "1"].contains(String(decoding: $0.value, as: UTF8.self).trimmed.uppercased()) } ?? false
  }

  mutating func position() -> (latitude: Double, longitude: Double)? {
    guard let line = component.first(.geo), !line.value.isEmpty else { return nil }
    var position: (latitude: Double, longitude: Double)?
    ParsedLine(line)?.forEach { property in position = position ?? property.position }
    if position == nil { errors.append(CalendarError(.value, .geo, "the position cannot be read and was left out")) }
    return position
  }

  /// Returns the addresses of pictures: of IMAGE, and of attachments with the type of a picture.
  func images() -> [String] {
    var images: [String] = []
    for line in component.lines where line.name == .image || line.name == .attach {
      ParsedLine(line)?.forEach { property in
        let isPicture = line.name == .image || property.mediaType?.hasPrefix("image/") == true
        if isPicture, let address = property.text { images.append(address) }
      }
    }
    return images
  }

  // MARK: - Times

  /// Returns the times of a list of lines; nil if one of them cannot be read.
  private static func properties<Value>(_ lines: [ContentLine], _ read: (ParsedProperty) -> Value?) -> [Value]? {
    var values: [Value] = []
    for line in lines.flatMap({ $0.divided(into: maximumValues) }) where !line.value.isEmpty {
      guard let parsed = ParsedLine(line), parsed.isIntact else { return nil }
      var isComplete = true
      parsed.forEach { property in
        if let value = read(property) { values.append(value) } else { isComplete = false }
      }
      guard isComplete else { return nil }
    }
    return values
  }

  func time(_ name: PropertyName) -> CalendarTime? { Self.properties(Array(component.all(name).prefix(1))) { $0.time }?.first }

  func start() throws(CalendarError) -> CalendarTime {
    let lines = component.all(.start)
    guard let line = lines.first else { throw CalendarError(.missing, .start, "there is no start") }
    guard lines.count == 1 else { throw CalendarError(.value, .start, "expected one start, found \(lines.count)") }
    guard let start = time(.start) else {
      throw CalendarError(.time, .start, "\"\(Self.shown(line))\" is not a date or a time")
    }
    return start
  }

  private static func shown(_ line: ContentLine) -> String { String(decoding: line.value.prefix(60), as: UTF8.self) }

  mutating func length(from start: CalendarTime) -> CalendarEvent.Length {
    if let line = component.first(.end) {
      if let end = time(.end) {
        guard end.clock == start.clock, end.wall < start.wall else { return .until(end) }
        errors.append(CalendarError(.time, .end, "the end \"\(Self.shown(line))\" is before the start, so it is unknown"))
        return .unknown
      }
      errors.append(CalendarError(.time, .end, "\"\(Self.shown(line))\" is not a date or a time, so the end is unknown"))
    } else if let line = component.first(.duration) {
      if let seconds = Self.properties([line], { $0.seconds })?.first, seconds >= 0 { return .seconds(seconds) }
      errors.append(CalendarError(.time, .duration, "\"\(Self.shown(line))\" is not a duration, so the end is unknown"))
    }
    return .unknown
  }

  func recurrenceID() throws(CalendarError) -> (time: CalendarTime, appliesToFuture: Bool)? {
    guard let line = component.first(.recurrenceID) else { return nil }
    let found = Self.properties([line]) { property in property.time.map { ($0, property.appliesToFuture) } }
    guard let found = found?.first else {
      throw CalendarError(.time, .recurrenceID, "\"\(Self.shown(line))\" is not a date or a time")
    }
    return found
  }

  /// Reads the rules and dates of a series. If one of them cannot be read, all of them are left out, because the occurrences are not known then.
  func recurrence() -> (
    rules: [RecurrenceRule], extraTimes: [CalendarEvent.ExtraTime], exceptions: [CalendarTime], error: CalendarError?
  ) {
    do throws(CalendarError) {
      if component.first(.exceptionRule) != nil { throw CalendarError(.time, .exceptionRule, "rules for exceptions are not read") }
      var rules: [RecurrenceRule] = []
      for line in component.all(.rule) where !line.value.isEmpty { rules.append(try RecurrenceRule(line)) }
      let extraTimes = Self.properties(component.all(.dates)) { property in
        property.time.map { time in
          let length = property.periodEnd.map { CalendarEvent.Length.until($0) } ?? property.periodSeconds.map { .seconds($0) }
          return CalendarEvent.ExtraTime(start: time, length: length ?? .unknown)
        }
      }
      guard let extraTimes else { throw CalendarError(.time, .dates, "one of the dates cannot be read") }
      guard let exceptions = Self.properties(component.all(.exceptions), { $0.time }) else {
        throw CalendarError(.time, .exceptions, "one of the exceptions cannot be read")
      }
      return (rules, extraTimes, exceptions, nil)
    } catch {
      return ([], [], [], error)
    }
  }
}
