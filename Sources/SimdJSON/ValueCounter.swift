import CSimdJSON

/// Counts the values of a JSON text, to enforce `maximumValues`.
enum ValueCounter {
  /// Returns whether a text has more values than a limit, without parsing it (a tape takes up to eight times the memory of the text).
  ///
  /// The answer is certain for valid JSON.
  static func exceeds(_ limit: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    // A value takes at least two bytes, including the separator after it. Counting separators, including those in strings, is faster.
    guard text.count / 2 >= limit, let base = text.baseAddress, csimdjson_separators(base, text.count) >= limit else { return false }
    return count(in: text) > limit
  }

  /// Returns the number of values in valid JSON text. Keys are not values. Each value except the first follows a comma, or is the first in
  /// an array or object.
  static func count(in text: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 1
    var index = 0
    var opened = false
    while index < text.count {
      let byte = text[index]
      index &+= 1
      if byte <= 0x20 { continue }
      // The first value of an array or object, unless it is empty.
      if opened, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") { count &+= 1 }
      opened = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
      if byte == UInt8(ascii: ",") { count &+= 1 }
      guard byte == UInt8(ascii: "\"") else { continue }
      while index < text.count, text[index] != UInt8(ascii: "\"") { index &+= text[index] == UInt8(ascii: "\\") ? 2 : 1 }
      index &+= 1
    }
    return count
  }
}
