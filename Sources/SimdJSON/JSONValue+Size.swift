/// How large a value is, found without walking through it.
extension JSONValue {
  /// How many words of the parser's tape the value takes: at least as many as it has values.
  package var wordCount: Int { Tape.next(after: index, tape) - index }

  /// How many words of tape the whole document takes.
  package var documentWordCount: Int { Tape.payload(tape[0]) }

  /// How many elements or members it has, as the parser counted them: of 16,777,215 or more, that number.
  package var quickCount: Int { isArray || isObject ? Tape.members(tape[index]) : 0 }

  /// Where the texts of an object begin among those of the document; nil for an empty object and for other kinds.
  fileprivate var textOffset: Int? {
    guard tag == Tape.object, Tape.tag(tape[index + 1]) == Tape.string else { return nil }
    return Tape.payload(tape[index + 1])
  }

  /// The bytes of all texts in it, found by a walk.
  fileprivate var textBytes: Int {
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
  /// About how many bytes of text the element has that `next()` gave last: its strings, with five bytes for each.
  package func textBytes(of element: JSONValue) -> Int {
    // Texts of a document follow each other: those of the element end where those of the next begin.
    if current.index < end, let first = element.textOffset, let next = current.textOffset { return next - first }
    return element.textBytes
  }
}
