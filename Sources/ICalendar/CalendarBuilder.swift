import Foundation

/// Collects the lines of a text into components.
struct CalendarBuilder {
  private(set) var events: [CalendarComponent] = []
  private(set) var zones: [CalendarComponent] = []
  /// The properties of the calendars.
  private var properties: [ContentLine] = []
  private var calendars = 0
  /// Whether the current line is inside a calendar.
  private var isInside = false
  /// The component that is directly inside the calendar.
  private var open: CalendarComponent?
  /// The names of the components inside it, outermost first.
  private var inner: [[UInt8]] = []

  /// How deeply components may nest. Deeper ones are left out.
  private static let maximumDepth = 8

  /// Adds an unfolded line.
  mutating func add(_ line: [UInt8]) {
    open?.textBytes += line.count
    let letters = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    let name = letters.reversed().drop { $0 <= 0x20 }.reversed().map(Self.upper)
    guard letters.count < line.count, !name.isEmpty, name.allSatisfy(Self.isNameCharacter) else {
      if inner.isEmpty { open?.strayLines += 1 }
      return
    }
    if name == Self.begin { return begin(Self.component(in: line, after: letters.endIndex)) }
    if name == Self.end { return end(Self.component(in: line, after: letters.endIndex)) }
    if inner.isEmpty, name == Self.customField, let field = Self.parameterName(in: line) { open?.addCustomField(field) }
    guard isInside, let property = PropertyName(known: String(decoding: name, as: UTF8.self)) else { return }
    let content = ContentLine(name: property, text: line)
    if open == nil {
      properties.append(content)
    } else if inner.isEmpty {
      open?.lines.append(content)
    } else if inner.count == 1, let last = open?.observances.indices.last {
      open?.observances[last].lines.append(content)
    }
  }

  private static let begin = Array("BEGIN".utf8)
  private static let end = Array("END".utf8)
  private static let calendar = Array("VCALENDAR".utf8)
  private static let customField = Array("X-TRUMBA-CUSTOMFIELD".utf8)

  /// Returns the value of the parameter NAME; nil if there is none.
  private static func parameterName(in line: [UInt8]) -> String? {
    let text = String(decoding: line.prefix(maximumNameBytes), as: UTF8.self)
    guard let start = text.range(of: ";NAME=", options: .caseInsensitive)?.upperBound else { return nil }
    let rest = text[start...]
    let value = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" && $0 != ":" }
    return value.isEmpty ? nil : String(value)
  }

  /// The part of a line in which a name is looked for.
  private static let maximumNameBytes = 200

  /// Returns the name of the component that a line begins or ends.
  private static func component(in line: [UInt8], after index: Int) -> [UInt8] {
    let value = line[index...].drop { $0 != UInt8(ascii: ":") }.dropFirst()
    return value.filter { $0 > 0x20 }.map(upper)
  }

  private static func upper(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private mutating func begin(_ name: [UInt8]) {
    if name == Self.calendar {
      close(isComplete: false)
      isInside = true
      calendars += 1
      return
    }
    guard isInside else { return }
    let kind = CalendarComponent.Kind(rawValue: String(decoding: name, as: UTF8.self)) ?? .other
    if open == nil || kind.isOutermost {
      close(isComplete: false)
      open = CalendarComponent(kind)
    } else if inner.count < Self.maximumDepth {
      if inner.isEmpty, kind.isObservance, open?.kind == .zone { open?.observances.append(CalendarComponent(kind)) }
      inner.append(name)
    }
  }

  private mutating func end(_ name: [UInt8]) {
    if name == Self.calendar {
      close(isComplete: false)
      isInside = false
    } else if let index = inner.lastIndex(of: name) {
      inner.removeSubrange(index...)
    } else if let open, name == Array(open.kind.rawValue.utf8) || open.kind == .other {
      close(isComplete: true)
    }
  }

  private mutating func close(isComplete: Bool) {
    guard var component = open else { return }
    component.isComplete = isComplete
    switch component.kind {
    case .event: events.append(component)
    case .zone: zones.append(component)
    default: break
    }
    open = nil
    inner = []
  }

  /// - Throws: an error if there was no calendar, or if the last one has no end.
  func finish(_ lines: Int) throws(CalendarError) {
    if calendars == 0 { throw CalendarError(.syntax, nil, "expected BEGIN:VCALENDAR", line: 1) }
    if isInside { throw CalendarError(.syntax, nil, "END:VCALENDAR is missing: the text is cut off", line: lines) }
  }

  /// Returns the value of a property of the calendars; nil if there is none.
  func text(of name: PropertyName) -> String? {
    properties.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }
}
