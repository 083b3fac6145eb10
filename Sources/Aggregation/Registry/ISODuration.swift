/// Parses ISO 8601 durations of weeks, days, hours, minutes and seconds: "PT15M", "P1DT12H".
enum ISODuration {
  /// Returns a duration in whole seconds, from one second to 366 days; nil for anything else.
  ///
  /// `P1DT12H` is 129,600. Months and years have no fixed length, and fractions are not supported, so `P1M` and `PT1.5S` are nil.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.first == UInt8(ascii: "P") else { return nil }
    var total = 0
    var number: Int?
    var digits = 0
    var inTime = false
    /// Whether the last part has both a number and a unit.
    var isEnded = false
    var units = Substring("WD")
    for character in text.dropFirst() {
      if character == "T" {
        guard !inTime, number == nil else { return nil }
        inTime = true
        isEnded = false
        units = "HMS"
      } else if let digit = character.wholeNumberValue, character.isASCII {
        digits += 1
        guard digits <= 10 else { return nil }
        number = (number ?? 0) * 10 + digit
      } else {
        guard let value = number, let index = units.firstIndex(of: character) else { return nil }
        total += value * (inTime ? ["H": 3600, "M": 60, "S": 1][character] ?? 0 : character == "W" ? 604_800 : 86_400)
        number = nil
        digits = 0
        isEnded = true
        units = units[units.index(after: index)...]
      }
    }
    guard number == nil, isEnded, total >= 1, total <= 366 * 86_400 else { return nil }
    return total
  }
}
