public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// Reads members of a record as values of the model, with a note for each value that is left out.
extension JSONValue {
  /// A member as one line of plain text; nil when it is absent or empty.
  public func line(_ key: StaticString) throws(JSONFieldError) -> String? {
    var fields = fields
    return try fields.line(key)
  }

  /// A member as one line of plain text that must not be empty.
  public func requiredLine(_ key: StaticString) throws(JSONFieldError) -> String {
    var fields = fields
    return try fields.requiredLine(key)
  }

  /// A member that is a fragment of HTML as plain text of several lines; nil when it is absent or no text is left of it.
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

  /// The texts of an array member as lines, without empty and repeated ones.
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

  /// A member as a web address; one that is empty is absent, one that is no http address is left out with a note.
  public func address(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    var fields = fields
    return try fields.address(key, noting: &notes)
  }

  /// The position in two members that are numbers, or texts that hold numbers; one that is not on the Earth, or half of one, is left
  /// out with a note.
  public func coordinate(
    _ latitude: StaticString, _ longitude: StaticString, noting notes: inout RecordNotes
  ) throws(JSONFieldError) -> Coordinate? {
    let (north, east) = (try decimal(latitude), try decimal(longitude))
    if north == nil, east == nil { return nil }
    if let north, let east, let coordinate = Coordinate(latitude: north, longitude: east) { return coordinate }
    notes.add(.location, at: "/" + JSONPointer.escape("\(latitude)"), "left out: no position on the Earth")
    return nil
  }

  /// A member that is a number, or text that holds one in decimal digits; nil when it is absent or empty, NaN for other text.
  private func decimal(_ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = self[key], !value.isNull else { return nil }
    if let number = value.double { return number }
    guard let text = try line(key) else { return nil }
    // `Double` also reads "inf" and hexadecimal digits.
    let isDecimal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0) }
    return isDecimal ? Double(text) ?? .nan : .nan
  }

  /// The array of a reply's records, a member of the reply's object.
  ///
  /// - Throws: `schema.shape` when there is none, which refuses the feed.
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
  /// A member as one line of plain text; nil when it is absent or empty.
  public mutating func line(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = member(key), !value.isNull else { return nil }
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    return PlainText.line(utf8)
  }

  /// A member as one line of plain text that must not be empty.
  public mutating func requiredLine(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let line = try line(key) else { throw value.fault(.missing, "\"\(key)\" is missing or empty") }
    return line
  }

  /// A member as a web address; one that is empty is absent, one that is no http address is left out with a note.
  public mutating func address(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    guard let value = member(key), !value.isNull else { return nil }
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    if let address = PlainText.plainLine(utf8).flatMap({ WebAddress($0) }) { return address }
    guard let text = PlainText.line(utf8) else { return nil }
    // Without its control characters it would be another address.
    if !Self.hasControls(inside: utf8), let address = WebAddress(text) { return address }
    notes.add(.url, at: "/" + JSONPointer.escape("\(key)"), "left out: no absolute http or https address")
    return nil
  }

  /// Between the first and the last byte that is seen.
  private static func hasControls(inside utf8: borrowing Span<UInt8>) -> Bool {
    var (first, last) = (0, utf8.count)
    while first < last, utf8[first] <= 0x20 { first += 1 }
    while last > first, utf8[last - 1] <= 0x20 { last -= 1 }
    for index in first..<last where utf8[index] < 0x20 || utf8[index] == 0x7F { return true }
    return false
  }
}

extension FeedDraft {
  /// The campus's zone, which a feed with hours must have.
  public func zone() throws(AdapterError) -> Zone {
    guard let zone = feed.campus.timeZone else {
      throw AdapterError(.noZone, "the feed has hours; give the campus \"\(feed.campus.id)\" a \"timeZone\"")
    }
    return zone
  }
}
