import Basics
public import CampusCatalog
public import ExpatXML
public import OpeningHours
public import SimdJSON

/// Reads the elements inside a record as values of the model. Invalid optional values are left out with a note; an element that occurs
/// more often than it should, or has no plain text, is an error, which sets the record aside.
extension XMLElement {
  /// Returns the one element with a name; nil if there is none.
  ///
  /// - Throws: an error if there are several.
  public func element(_ name: String) throws(FieldError) -> XMLElement? {
    var elements = elements(name).makeIterator()
    guard let element = elements.next() else { return nil }
    if elements.next() != nil { throw fault(.value, at: name, "expected one <\(name)>, found several") }
    return element
  }

  /// Returns the text of an element as one line of plain text; nil if it is absent or empty.
  public func line(_ name: String) throws(FieldError) -> String? {
    guard let element = try element(name) else { return nil }
    if let inner = element.children.first { throw element.fault(.type, "expected text, found <\(inner.shownName)>") }
    return PlainText.line(element.text)
  }

  /// Returns the text of an element as one line of plain text.
  ///
  /// - Throws: an error if it is absent or empty.
  public func requiredLine(_ name: String) throws(FieldError) -> String {
    guard let line = try line(name) else { throw fault(.missing, "<\(name)> is missing or empty") }
    return line
  }

  /// Returns the text of an element as an absolute http or https address; nil if it is absent or empty. Any other text is left out with a
  /// note.
  public func address(_ name: String, noting notes: inout RecordNotes) throws(FieldError) -> WebAddress? {
    guard let text = try line(name) else { return nil }
    if let address = WebAddress(text) { return address }
    notes.add(.url, at: "\(pointer)/\(JSONPointer.escape(name))", "left out: not an absolute http or https address")
    return nil
  }

  /// Returns the value of an attribute.
  ///
  /// - Throws: an error if it is absent.
  public func requiredAttribute(_ name: String) throws(FieldError) -> String {
    guard let value = attribute(name) else { throw fault(.missing, "the attribute \"\(name)\" is missing") }
    return value
  }

  /// Returns an attribute that is a date of the form `YYYY-MM-DD`.
  ///
  /// - Throws: an error if it is absent or not a date.
  public func requiredDate(_ name: String) throws(FieldError) -> LocalDate {
    guard let date = LocalDate(try requiredAttribute(name)) else {
      throw fault(.time, atAttribute: name, "\"\(name)\" is not a date of the form YYYY-MM-DD")
    }
    return date
  }

  /// Returns the position in two attributes, in degrees (WGS 84). A position that is incomplete or out of range is left out with a note.
  public func coordinate(_ latitude: String, _ longitude: String, noting notes: inout RecordNotes) -> Coordinate? {
    let texts = [attribute(latitude), attribute(longitude)].map { $0.flatMap { PlainText.line($0) } }
    if texts[0] == nil, texts[1] == nil { return nil }
    let numbers = texts.map { $0.flatMap { DegreesText.number($0) } ?? .nan }
    if let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1]) { return coordinate }
    notes.add(.location, at: pointer(ofAttribute: latitude), "left out: not a valid position")
    return nil
  }

  /// Returns an error at the elements with a name.
  private func fault(_ code: FieldError.Code, at name: String, _ message: String) -> FieldError {
    FieldError(code, at: "\(pointer)/\(JSONPointer.escape(name))", message)
  }

  /// The beginning of the name, for messages.
  private var shownName: String { String(name.prefix(60)) }
}

/// Errors at elements and attributes.
extension XMLElement {
  /// Returns an error at this element.
  public func fault(_ code: JSONFieldError.Code, _ message: String) -> JSONFieldError {
    JSONFieldError(code, at: pointer, message)
  }

  /// Returns an error at an attribute of this element.
  public func fault(_ code: JSONFieldError.Code, atAttribute name: String, _ message: String) -> JSONFieldError {
    JSONFieldError(code, at: pointer(ofAttribute: name), message)
  }
}
