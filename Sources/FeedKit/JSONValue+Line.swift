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
}
