/// Parses ISO 8601 durations of weeks, days, hours, minutes and seconds: "PT15M", "P1DT12H".
package enum ISODuration {
  /// Returns a duration in whole seconds, from one second to 366 days; nil for anything else.
  ///
  /// `P1DT12H` is 129,600. Months and years have no fixed length, and fractions are not supported, so `P1M` and `PT1.5S` are nil.
  package static func seconds(_ text: String) -> Int? {
    let parts = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.first == UInt8(ascii: "P"), let dates = seconds(parts[0], [("W", 604_800), ("D", 86_400)]) else { return nil }
    var total = dates
    if parts.count > 1 {
      guard !parts[1].isEmpty, let times = seconds(parts[1], [("H", 3600), ("M", 60), ("S", 1)]) else { return nil }
      total += times
    }
    return (1...366 * 86_400).contains(total) ? total : nil
  }

  /// Returns the sum of numbers of up to ten digits, each followed by its unit; nil for anything else.
  ///
  /// - Parameter units: the units in the required order, with their lengths in seconds.
  private static func seconds(_ text: Substring, _ units: [(name: Character, length: Int)]) -> Int? {
    var (rest, total) = (text, 0)
    for unit in units {
      guard let end = rest.firstIndex(of: unit.name) else { continue }
      let digits = rest[..<end]
      guard digits.utf8.count <= 10, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
      total += number * unit.length
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? total : nil
  }
}
