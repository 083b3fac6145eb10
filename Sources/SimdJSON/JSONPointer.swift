import Basics

extension JSONPointer {
  /// Returns the pointer of the value at a tape index, relative to the root or to another value that contains it. Linear in the tape.
  static func of(_ target: Int, from start: Int = 1, tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) -> String {
    var pointer = ""
    var container = start
    while container < target {
      let isObject = Tape.tag(tape[container]) == Tape.object
      var position = container + 1
      var number = 0
      while true {
        let value = isObject ? position + 1 : position
        let next = Tape.next(after: value, tape)
        if target < next {
          let token = isObject ? escape(String(decoding: Tape.text(tape[position], strings), as: UTF8.self)) : String(number)
          pointer += "/" + token
          container = value
          break
        }
        position = next
        number += 1
      }
    }
    return pointer
  }
}

/// Finds the line and column of a value in JSON text, for error messages.
public enum JSONLocator {
  /// Returns the one-based line and column (in Unicode scalars) of the value that a JSON Pointer (RFC 6901) names in valid JSON text.
  ///
  /// For a member, that is the position of its key. For a pointer without a value, it is the position of the last value along the
  /// pointer that exists.
  public static func position(of pointer: String, in bytes: [UInt8]) -> (line: Int, column: Int) {
    StrictScanner.position(of: JSONPointer.tokens(pointer).map { Array($0.utf8) }, in: bytes.span)
  }
}
