import Basics
public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// Reads members of a record as values of the model. Invalid optional values are left out with a note; a member of the wrong type is
/// an error, which sets the record aside. Functions without a comment work as in `JSONFields`.
extension JSONValue {
  public func line(_ key: StaticString) throws(JSONFieldError) -> String? {
    var fields = fields
    return try fields.line(key)
  }

  public func requiredLine(_ key: StaticString) throws(JSONFieldError) -> String {
    var fields = fields
    return try fields.requiredLine(key)
  }

  /// Returns an HTML fragment as plain text of several lines; nil if it is absent or has no text.
  public func html(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    guard let fragment = try text(key) else { return nil }
    var removed = 0
    let text = PlainText.html(fragment, removedMarks: &removed)
    if removed > 0 {
      notes.add(
        .marks, at: "/" + JSONPointer.escape("\(key)"), "\(removed) combining marks were left out: more than 30 followed each other")
    }
    return text
  }

  /// Returns the texts of an array member, each as one line of plain text, without empty and repeated ones; empty if it is absent.
  public func lines(_ key: StaticString) throws(JSONFieldError) -> [String] {
    guard let list = try array(key) else { return [] }
    var lines = UniqueTexts()
    var elements = list.elements
    while let element = elements.next() {
      guard let text = element.utf8 else { throw element.fault(.type, "expected text, found \(element.kind)") }
      if let line = PlainText.line(text) { lines.insert(line) }
    }
    return lines.texts
  }

  public func address(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    var fields = fields
    return try fields.address(key, noting: &notes)
  }

  /// Returns the position in two members, which are numbers or texts such as "52.52" or "52,52", in degrees (WGS 84). A position that is
  /// incomplete or out of range is left out with a note.
  public func coordinate(
    _ latitude: StaticString, _ longitude: StaticString, noting notes: inout RecordNotes
  ) throws(JSONFieldError) -> Coordinate? {
    let (north, east) = (try decimal(latitude), try decimal(longitude))
    if north == nil, east == nil { return nil }
    if let north, let east, let coordinate = Coordinate(latitude: north, longitude: east) { return coordinate }
    notes.add(.location, at: "/" + JSONPointer.escape("\(latitude)"), "left out: not a valid position")
    return nil
  }

  /// Returns a number, or the decimal number in a text; nil if the member is absent or empty, NaN for any other text.
  private func decimal(_ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = self[key], !value.isNull else { return nil }
    if let number = value.double { return number }
    return try line(key).map { DegreesText.number($0) ?? .nan }
  }

  /// Returns the error that a member has an invalid value.
  public func fault(_ code: JSONFieldError.Code, at key: StaticString, _ message: String) -> JSONFieldError {
    if let member = self[key] { return member.fault(code, message) }
    return fault(code, message)
  }

  /// Returns the array of records that is a member of a reply's root object.
  ///
  /// - Throws: an error with the code `schema.shape` if there is none, which refuses the feed.
  @_lifetime(copy self)
  public func records(_ key: StaticString, in request: FeedRequest) throws(AdapterError) -> JSONValue {
    do throws(JSONFieldError) {
      guard isObject else { throw fault(.type, "expected an object with \"\(key)\", found \(kind)") }
      return try requiredArray(key)
    } catch {
      throw AdapterError(shape: error, in: request)
    }
  }
}

extension JSONFields {
  /// Returns a member as one line of plain text; nil if it is absent or empty.
  public mutating func line(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = member(key), !value.isNull else { return nil }
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    return PlainText.line(utf8)
  }

  /// Returns a member as one line of plain text.
  ///
  /// - Throws: an error if it is absent, empty or not text.
  public mutating func requiredLine(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let line = try line(key) else { throw value.fault(.missing, "\"\(key)\" is missing or empty") }
    return line
  }

  /// Returns a member as an absolute http or https address; nil if it is absent or empty. Any other text is left out with a note.
  public mutating func address(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    guard let value = member(key), !value.isNull else { return nil }
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    if let address = PlainText.plainLine(utf8).flatMap({ WebAddress($0) }) { return address }
    guard let text = PlainText.line(utf8) else { return nil }
    // Removing control characters inside would result in another address.
    if !Self.hasControls(inside: utf8), let address = WebAddress(text) { return address }
    notes.add(.url, at: "/" + JSONPointer.escape("\(key)"), "left out: not an absolute http or https address")
    return nil
  }

  /// Returns whether there are control characters between the first and the last printable byte.
  private static func hasControls(inside utf8: borrowing Span<UInt8>) -> Bool {
    var (first, last) = (0, utf8.count)
    while first < last, utf8[first] <= 0x20 { first += 1 }
    while last > first, utf8[last - 1] <= 0x20 { last -= 1 }
    for index in first..<last where utf8[index] < 0x20 || utf8[index] == 0x7F { return true }
    return false
  }
}

extension JSONValue {
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

/// Reads members that are dates or times. They are errors if they are missing or have another form.
extension JSONFields {
  /// Returns a date and time of the form `2026-11-20T17:00:00` as local time of a zone. A time with a UTC offset is converted.
  public mutating func localTime(_ key: StaticString, in zone: Zone) throws(JSONFieldError) -> (date: LocalDate, time: ClockTime) {
    guard let value = member(key) else { throw self.value.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8 else { throw value.fault(value.isNull ? .time : .type, "expected a date and time, found \(value.kind)") }
    guard let moment = LocalDateTime(ascii: text) else {
      throw value.fault(.time, "expected a date and time of the form YYYY-MM-DDTHH:MM:SS")
    }
    guard moment.offset != nil else { return (moment.date, moment.time) }
    guard let instant = moment.instant else { throw value.fault(.time, "out of range") }
    let local = zone.local(instant)
    guard let time = ClockTime(seconds: local.second) else { throw value.fault(.time, "out of range") }
    return (local.date, time)
  }

  /// Returns a date of the form `YYYY-MM-DD`.
  public mutating func requiredDate(_ key: StaticString) throws(JSONFieldError) -> LocalDate {
    guard let text = member(key)?.utf8, let date = LocalDate(ascii: text) else {
      throw value.fault(.time, "\"\(key)\" is not a date of the form YYYY-MM-DD")
    }
    return date
  }

  /// Returns a time of the form `HH:MM` or `HH:MM:SS`.
  public mutating func requiredClock(_ key: StaticString) throws(JSONFieldError) -> ClockTime {
    guard let value = member(key) else { throw self.value.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8 else { throw value.fault(value.isNull ? .time : .type, "expected a time, found \(value.kind)") }
    guard let time = ClockTime(ascii: text) else { throw value.fault(.time, "expected a time of the form HH:MM:SS") }
    return time
  }
}

extension Double {
  /// Parses a finite decimal number; nil for any other text. (`init(_:)` also accepts "inf", "nan" and hexadecimal digits.)
  package init?(decimal text: String) {
    guard text.utf8.allSatisfy({ $0.isASCIIDigit || "+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite else {
      return nil
    }
    self = value
  }
}

extension FeedDraft {
  /// Returns the time zone of the campus, which a feed with hours requires.
  ///
  /// - Throws: an error with advice if the campus has none in the registry.
  public func zone() throws(AdapterError) -> Zone {
    guard let zone = feed.campus.timeZone else {
      throw AdapterError(.noZone, "the feed has hours; give the campus \"\(feed.campus.id)\" a \"timeZone\"")
    }
    return zone
  }
}
