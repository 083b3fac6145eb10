/// HTML character references: numeric ones, and the named ones of HTML 4 and `&apos;`.
enum HTMLEntities {
  /// Returns the character that a reference names; nil if it is unknown.
  ///
  /// - Parameter name: the text between `&` and `;`, such as "eacute", "#39" or "#x2019".
  static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return named[name].map(String.init) }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard let value = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(PlainText.fromWindows1252(value)), value != 0
    else { return nil }
    return String(Character(scalar))
  }

  private static let named: [String: Character] = {
    var named: [String: Character] = [:]
    let words = table.split(whereSeparator: \.isWhitespace)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      guard let value = UInt32(words[index + 1], radix: 16), let scalar = Unicode.Scalar(value) else { continue }
      named[String(words[index])] = Character(scalar)
    }
    return named
  }()

  /// Names and code points, alternating (https://www.w3.org/TR/html4/sgml/entities.html).
  private static let table = EmbeddedFiles.texts["Text/entities.txt"] ?? ""
}
