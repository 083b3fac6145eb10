public import OpeningHours
public import SimdJSON

extension JSONValue {
  /// This text as one line of plain text; nil when it is empty. For words that many records share: each is made once.
  public func word(_ notes: inout RecordNotes) throws(JSONFieldError) -> String? { try notes.memory.lines.text(self) }

  /// This text as a time of the form `HH:MM` or `HH:MM:SS`; nil for anything else.
  public var clockTime: ClockTime? {
    guard let utf8 else { return nil }
    return ClockTime(ascii: utf8)
  }

  /// The numbers of an array member; nil when it is absent.
  public func numbers(_ key: StaticString) throws(JSONFieldError) -> [Double]? {
    guard let list = try array(key) else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(2)
    var elements = list.elements
    while let element = elements.next() {
      guard let number = element.double else { throw element.fault(.type, "expected a number, found \(element.kind)") }
      numbers.append(number)
    }
    return numbers
  }
}

/// Members whose values recur from record to record.
extension JSONFields {
  /// A member as one line of plain text; nil when it is absent or empty. For words that many records share, such as labels and
  /// buildings: each is made once.
  public mutating func word(_ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try notes.memory.lines.text(member(key))
  }

  /// A member as several lines of plain text; nil when it is absent or empty. For texts that many records share.
  public mutating func sharedText(_ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try notes.memory.paragraphs.text(member(key))
  }

  /// A member that is a date and time, as the clocks of a zone show it: `2026-11-20T17:00:00`. A time with an offset is converted.
  public mutating func localTime(
    _ key: StaticString, in zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> (date: LocalDate, time: ClockTime) {
    guard let value = member(key) else { throw self.value.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8, let moment = notes.memory.dateTime(text) else {
      throw value.fault(.time, "no date and time of the form YYYY-MM-DDTHH:MM:SS")
    }
    guard moment.offset != nil else { return (moment.date, moment.time) }
    guard let instant = moment.instant else { throw value.fault(.time, "out of range") }
    let local = zone.local(instant)
    guard let time = ClockTime(seconds: local.second) else { throw value.fault(.time, "out of range") }
    return (local.date, time)
  }

  /// A member that is a date of the form `YYYY-MM-DD`.
  public mutating func requiredDate(_ key: StaticString) throws(JSONFieldError) -> LocalDate {
    guard let text = member(key)?.utf8, let date = LocalDate(ascii: text) else {
      throw value.fault(.time, "\"\(key)\" is not a date of the form YYYY-MM-DD")
    }
    return date
  }

  /// A member that is a time of the form `HH:MM` or `HH:MM:SS`.
  public mutating func requiredClock(_ key: StaticString) throws(JSONFieldError) -> ClockTime {
    guard let value = member(key) else { throw self.value.fault(.missing, "\"\(key)\" is missing") }
    guard let time = value.clockTime else { throw value.fault(.time, "no time of the form HH:MM:SS") }
    return time
  }
}
