/// Sizes that are found without visiting the contents of a value.
extension JSONValue {
  /// The number of tape words that the value takes, which is at least the number of values in it.
  package var wordCount: Int { Tape.next(after: index, tape) - index }

  /// The number of tape words of the whole document.
  package var documentWordCount: Int { Tape.payload(tape[0]) }

  /// The number of elements or members as the parser counted them, at most 16,777,215; 0 for scalars.
  package var cappedCount: Int { isArray || isObject ? Tape.members(tape[index]) : 0 }

  /// The number of bytes of text in the value; approximate, including five bytes per string, if another value follows.
  package var textBytes: Int {
    // Strings are stored in document order: those of this value end where those of the next one begin. (The rows of a table share keys.)
    let end = Tape.next(after: index, tape)
    if let first = textOffset(at: index), let next = textOffset(at: end), next > first { return next - first }
    var bytes = 0
    var position = index
    while position < end {
      let word = tape[position]
      if Tape.tag(word) == Tape.string { bytes += Tape.text(word, strings).count }
      position += Tape.isNumber(word) ? 2 : 1
    }
    return bytes
  }

  /// Returns the offset of a string, or of the first key of an object, in the string buffer; nil for others.
  private func textOffset(at index: Int) -> Int? {
    let word = tape[Tape.tag(tape[index]) == Tape.object ? index + 1 : index]
    return Tape.tag(word) == Tape.string ? Tape.payload(word) : nil
  }
}
