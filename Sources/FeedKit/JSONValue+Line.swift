import CampusCatalog
package import SimdJSON

/// Reads values of files that people write for this program. Unlike the text of feeds, their text is not cleaned.
extension JSONValue {
  /// Returns this value as text of one line.
  ///
  /// - Throws: an error for text that is empty, or has spaces around it or control characters.
  package func line() throws(JSONFieldError) -> String {
    try parsed("non-empty text without surrounding spaces or control characters") { PlainText.isLine($0) ? $0 : nil }
  }

  /// Returns the elements of this array, or this value alone.
  package func asList<Element>(_ read: (JSONValue) throws(JSONFieldError) -> Element) throws(JSONFieldError) -> [Element] {
    guard isArray else { return [try read(self)] }
    let list = try values(read)
    guard !list.isEmpty else { throw fault(.value, "the list is empty") }
    return list
  }
}
