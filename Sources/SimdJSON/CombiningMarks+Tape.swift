import Basics

extension CombiningMarks {
  /// Removes the marks that exceed the limit from all strings of a tape, in place, and returns how many were removed.
  static func limit(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) -> Int {
    var removed = 0
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      let word = tape[index]
      if Tape.tag(word) == Tape.string {
        // Safe to mutate: the parser owns the buffer, and no value refers to it yet.
        removed += limit(UnsafeMutableBufferPointer(mutating: Tape.text(word, strings)))
      }
      index += Tape.isNumber(word) ? 2 : 1
    }
    return removed
  }
}
