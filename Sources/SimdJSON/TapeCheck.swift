/// One pass over a tape for what simdjson does not check: depth and duplicate keys.
///
/// Linear: every value is seen once as an element of its parent and once in the scan.
struct TapeCheck {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  /// Tape indices of objects with keys that are one text in two Unicode forms.
  private(set) var lookalikes: [Int] = []

  /// More are not told of: each costs a walk.
  private static let mostLookalikes = 100

  /// Objects with more keys than this are checked by sorting.
  private static let fewKeys = 24

  init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) {
    self.tape = tape
    self.strings = strings
  }

  /// False when a rule is broken; the strict scanner then tells where.
  mutating func run() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.fewKeys) { prints in
      let end = Tape.payload(tape[0])
      var depth = 0
      var index = 1
      while index < end {
        let word = tape[index]
        switch Tape.tag(word) {
        case Tape.object:
          depth &+= 1
          guard depth <= JSONDocument.maximumDepth, checkKeys(of: index, prints) else { return false }
          index &+= 1
        case Tape.array:
          depth &+= 1
          guard depth <= JSONDocument.maximumDepth else { return false }
          index &+= 1
        case Tape.objectEnd, Tape.arrayEnd:
          depth &-= 1
          index &+= 1
        case Tape.integer, Tape.unsigned, Tape.double:
          index &+= 2
        default:
          index &+= 1
        }
      }
      return true
    }
  }

  /// Compares keys by a print of length, first and last bytes, and only equal prints byte by byte. Keys whose prints leave
  /// different marks in one word need not be compared at all.
  private mutating func checkKeys(of object: Int, _ prints: UnsafeMutableBufferPointer<UInt64>) -> Bool {
    let end = Tape.end(tape[object]) &- 1
    var index = object &+ 1
    var count = 0
    var ascii = true
    var marks: UInt64 = 0
    while index < end {
      guard count < Self.fewKeys else { return checkManyKeys(of: object) }
      let key = Tape.text(tape[index], strings)
      ascii = ascii && Tape.isASCII(key)
      let print = Tape.fingerprint(key)
      let mark: UInt64 = 1 << ((print &* 0x9E37_79B9_7F4A_7C15) >> 58)
      if marks & mark != 0 {
        for other in 0..<count where prints[other] == print && sameKeyBefore(index, in: object, key) { return false }
      }
      marks |= mark
      prints[count] = print
      count &+= 1
      index = Tape.next(after: index &+ 1, tape)
    }
    if !ascii { noteLookalikes(of: object) }
    return true
  }

  private func sameKeyBefore(_ limit: Int, in object: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = object &+ 1
    while index < limit {
      if Tape.equal(Tape.text(tape[index], strings), key) { return true }
      index = Tape.next(after: index &+ 1, tape)
    }
    return false
  }

  private mutating func checkManyKeys(of object: Int) -> Bool {
    let end = Tape.end(tape[object]) &- 1
    var keys: [UnsafeBufferPointer<UInt8>] = []
    var ascii = true
    var index = object &+ 1
    while index < end {
      let key = Tape.text(tape[index], strings)
      keys.append(key)
      ascii = ascii && Tape.isASCII(key)
      index = Tape.next(after: index &+ 1, tape)
    }
    keys.sort { $0.lexicographicallyPrecedes($1) }
    for (left, right) in zip(keys, keys.dropFirst()) where Tape.equal(left, right) { return false }
    if !ascii { noteLookalikes(of: object) }
    return true
  }

  /// Swift's `String` compares by canonical equivalence: here, for once, that is what is asked for.
  private mutating func noteLookalikes(of object: Int) {
    guard lookalikes.count < Self.mostLookalikes else { return }
    let end = Tape.end(tape[object]) &- 1
    var seen: Set<String> = []
    var index = object &+ 1
    while index < end {
      let key = Tape.text(tape[index], strings)
      if !Tape.isASCII(key), !seen.insert(String(decoding: key, as: UTF8.self)).inserted {
        lookalikes.append(object)
        return
      }
      index = Tape.next(after: index &+ 1, tape)
    }
  }
}
