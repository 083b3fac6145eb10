extension JSONValue {
  /// Returns this value as one line of plain text; nil if it is null or empty. Recent results are cached, for words that many records
  /// share.
  public func word(_ notes: inout RecordNotes) throws(JSONFieldError) -> String? { try notes.memory.lines.text(self) }

  /// This value as a time of the form `HH:MM` or `HH:MM:SS`; nil for anything else.
  public var clockTime: ClockTime? {
    guard let utf8 else { return nil }
    return ClockTime(ascii: utf8)
  }

  /// Returns the numbers of an array member; nil if it is absent.
  ///
  /// - Throws: an error if an element is not a number.
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

/// Reads members whose values recur from record to record.
extension JSONFields {
  /// Returns a member as one line of plain text; nil if it is absent or empty. Recent results are cached, for words that many records
  /// share, such as labels and buildings.
  public mutating func word(_ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try notes.memory.lines.text(member(key))
  }

  /// Returns a member as plain text of several lines; nil if it is absent or empty. Recent results are cached, for texts that many
  /// records share.
  public mutating func sharedText(_ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try notes.memory.paragraphs.text(member(key))
  }

  /// Returns a date and time of the form `2026-11-20T17:00:00` as local time of a zone. A time with a UTC offset is converted.
  ///
  /// - Throws: an error if the member is missing or has another form.
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

  /// Returns a date of the form `YYYY-MM-DD`.
  ///
  /// - Throws: an error if the member is missing or has another form.
  public mutating func requiredDate(_ key: StaticString) throws(JSONFieldError) -> LocalDate {
    guard let text = member(key)?.utf8, let date = LocalDate(ascii: text) else {
      throw value.fault(.time, "\"\(key)\" is not a date of the form YYYY-MM-DD")
    }
    return date
  }

  /// Returns a time of the form `HH:MM` or `HH:MM:SS`.
  ///
  /// - Throws: an error if the member is missing or has another form.
  public mutating func requiredClock(_ key: StaticString) throws(JSONFieldError) -> ClockTime {
    guard let value = member(key) else { throw self.value.fault(.missing, "\"\(key)\" is missing") }
    guard let time = value.clockTime else { throw value.fault(.time, "no time of the form HH:MM:SS") }
    return time
  }
}
