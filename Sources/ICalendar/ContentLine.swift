/// A line of a component: a property with its parameters and its value, unfolded.
package struct ContentLine: Sendable {
  package let name: PropertyName
  /// The line in UTF-8, without control characters and the end of the line.
  let text: [UInt8]

  /// The value, as it is written. It begins after the first colon that is not in quotation marks.
  var value: ArraySlice<UInt8> {
    var isQuoted = false
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return text[(index + 1)...] }
    }
    return []
  }

  /// Lines that have the values of this one, which are separated by commas, with a limited number of values each.
  func divided(into count: Int) -> [ContentLine] {
    let value = value
    let values = value.split(separator: UInt8(ascii: ","))
    if values.count <= count { return [self] }
    let prefix = text[..<value.startIndex]
    return stride(from: 0, to: values.count, by: count).map { start in
      let part = values[start..<min(start + count, values.count)].joined(separator: [UInt8(ascii: ",")])
      return ContentLine(name: name, text: Array(prefix) + Array(part))
    }
  }
}
