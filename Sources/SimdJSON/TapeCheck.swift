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

  /// Objects of one depth and size mostly have the same keys: those of so many kinds of them are kept.
  private static let keptShapes = 16

  /// False when a rule is broken; the strict scanner then tells where.
  mutating func run() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.fewKeys * Self.keptShapes) { prints in
      var known = InlineArray<16, Int>(repeating: 0)
      let end = Tape.payload(tape[0])
      var depth = 0
      var index = 1
      while index < end {
        let word = tape[index]
        switch Tape.tag(word) {
        case Tape.object:
          depth &+= 1
          guard depth <= JSONDocument.maximumDepth else { return false }
          let slot = (depth &* 5 &+ Tape.members(word)) & (Self.keptShapes &- 1)
          let room = UnsafeMutableBufferPointer(rebasing: prints[(slot * Self.fewKeys)..<((slot + 1) * Self.fewKeys)])
          guard checkKeys(of: index, room, &known[slot]) else { return false }
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

  /// Compares keys by a print of length, first and last bytes, and only equal prints byte by byte.
  ///
  /// - Parameters:
  ///   - prints: those of the keys of another object come in, those of this one go out.
  ///   - known: how many of them there are; all differ.
  private mutating func checkKeys(of object: Int, _ prints: UnsafeMutableBufferPointer<UInt64>, _ known: inout Int) -> Bool {
    let end = Tape.end(tape[object]) &- 1
    var index = object &+ 1
    var count = 0
    var ascii = true
    var areDistinct = true
    while index < end {
      guard count < Self.fewKeys else {
        known = 0
        return checkManyKeys(of: object)
      }
      let key = Tape.text(tape[index], strings)
      let (print, isASCII) = Tape.print(of: key)
      ascii = ascii && isASCII
      // As long as the keys are those of the object before, they differ as those did.
      if count >= known || prints[count] != print {
        known = 0
        for other in 0..<count where prints[other] == print {
          if sameKeyBefore(index, in: object, key) { return false }
          areDistinct = false
        }
        prints[count] = print
      }
      count &+= 1
      index = Tape.next(after: index &+ 1, tape)
    }
    if known == 0, areDistinct { known = count }
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
