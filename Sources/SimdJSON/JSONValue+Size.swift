/// Sizes that are found without visiting the contents of a value.
extension JSONValue {
  /// The number of tape words that the value takes, which is at least the number of values in it.
  package var wordCount: Int { Tape.next(after: index, tape) - index }

  /// The number of tape words of the whole document.
  package var documentWordCount: Int { Tape.payload(tape[0]) }

  /// The number of elements or members as the parser counted them, at most 16,777,215; 0 for scalars.
  package var cappedCount: Int { isArray || isObject ? Tape.members(tape[index]) : 0 }

  /// The offset of the first string of an object in the string buffer; nil for an empty object and for other kinds.
  fileprivate var textOffset: Int? {
    guard tag == Tape.object, Tape.tag(tape[index + 1]) == Tape.string else { return nil }
    return Tape.payload(tape[index + 1])
  }

  /// The total length of all strings in the value, found by visiting them.
  package var textBytes: Int {
    var bytes = 0
    var position = index
    let end = Tape.next(after: index, tape)
    while position < end {
      let word = tape[position]
      if Tape.tag(word) == Tape.string { bytes += Tape.text(word, strings).count }
      position += Tape.isNumber(word) ? 2 : 1
    }
    return bytes
  }
}

extension JSONElements {
  /// Returns the approximate number of bytes of text in the element that `next()` returned last, including five bytes per string.
  package func textBytes(of element: JSONValue) -> Int {
    // Strings are stored in document order: this element's end where the next one's begin.
    if current.index < end, let first = element.textOffset, let next = current.textOffset { return next - first }
    return element.textBytes
  }
}
