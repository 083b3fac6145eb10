/// Parses degrees from texts: "52.52", or "52,52" with a decimal comma.
package enum DegreesText {
  /// Returns the finite decimal number in a text; nil for any other text.
  package static func number(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isDecimal =
      parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0.isASCIIDigit || "+-".utf8.contains($0) }
      }
    return Double(decimal: isDecimal ? parts.joined(separator: ".") : String(text))
  }

  /// Returns the two numbers in a text such as "38.83,-77.3", "38.83 -77.3" or "52,52; 13,40"; nil if there are not exactly two. A comma
  /// between digits separates them only if one of them has a decimal point: "52,52" is one number.
  package static func pair(_ text: String) -> (Double, Double)? {
    var parts = text.split { $0 == ";" || $0.isWhitespace }.map(\.trimmingCommas).filter { !$0.isEmpty }
    if parts.count == 1, parts[0].contains(".") { parts = parts[0].split(separator: ",", omittingEmptySubsequences: false) }
    guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1]) else { return nil }
    return (first, second)
  }
}

extension Substring {
  fileprivate var trimmingCommas: Substring {
    var rest = self
    while rest.hasPrefix(",") { rest.removeFirst() }
    while rest.hasSuffix(",") { rest.removeLast() }
    return rest
  }
}
