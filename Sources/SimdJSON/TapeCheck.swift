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

  /// Objects of one depth mostly have one of a few numbers of keys, and those of one number the same keys: so many kinds of
  /// them are kept for each depth.
  private static let keptShapes = 4

  /// An object or array that is open.
  private struct Container {
    /// Tape index of its beginning.
    var start = 0
    var isObject = false
    /// How many keys came until now.
    var count = 0
    /// Its place among the kept shapes.
    var shape = 0
    /// No two prints of the keys until now are equal.
    var areDistinct = true
    /// The keys are not to be looked at any more.
    var isChecked = false
  }

  /// False when a rule is broken; the strict scanner then tells where.
  mutating func run() -> Bool {
    var hasOtherKeys = false
    let isRight = withUnsafeTemporaryAllocation(
      of: UInt64.self, capacity: (JSONDocument.maximumDepth + 1) * Self.keptShapes * Self.fewKeys
    ) { prints in
      guard let base = prints.baseAddress else { return false }
      return checkKeys(base, &hasOtherKeys)
    }
    if isRight, hasOtherKeys { noteLookalikes() }
    return isRight
  }

  /// Compares keys by a print of length, first and last bytes, and only equal prints byte by byte.
  ///
  /// - Parameters:
  ///   - prints: room for those of the keys of `keptShapes` objects of each depth. As only one object of a depth is open at a
  ///     time, its prints stay while those within it are looked at.
  ///   - hasOtherKeys: set when a key has a character beyond ASCII.
  private func checkKeys(_ prints: UnsafeMutablePointer<UInt64>, _ hasOtherKeys: inout Bool) -> Bool {
    // How many prints of each shape are known; all of them differ.
    var known = InlineArray<260, Int>(repeating: 0)
    var outer = InlineArray<65, Container>(repeating: Container())
    var open = Container()
    var isASCII = true
    var depth = 0
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      var word = tape[index]
      if open.isObject, Tape.tag(word) == Tape.string {
        if !open.isChecked {
          let key = Tape.text(word, strings)
          let print = Tape.print(of: key)
          isASCII = isASCII && print.isASCII
          let shape = prints + open.shape &* Self.fewKeys
          if open.count == Self.fewKeys {
            known[open.shape] = 0
            guard areDistinct(manyKeysOf: open.start, &isASCII) else { return false }
            open.isChecked = true
          } else {
            // As long as the keys are those of the object before, they differ as those did.
            if open.count >= known[open.shape] || shape[open.count] != print.print {
              known[open.shape] = 0
              for other in 0..<open.count where shape[other] == print.print {
                if sameKeyBefore(index, in: open.start, key) { return false }
                open.areDistinct = false
              }
              shape[open.count] = print.print
            }
            open.count &+= 1
          }
        }
        index &+= 1
        word = tape[index]
      }
      switch Tape.tag(word) {
      case Tape.object, Tape.array:
        outer[depth] = open
        depth &+= 1
        guard depth <= JSONDocument.maximumDepth else { return false }
        open = Container(start: index, isObject: Tape.tag(word) == Tape.object)
        open.shape = depth &* Self.keptShapes &+ Tape.members(word) & (Self.keptShapes &- 1)
        index &+= 1
      case Tape.objectEnd, Tape.arrayEnd:
        if open.isObject, known[open.shape] == 0, open.areDistinct, !open.isChecked { known[open.shape] = open.count }
        depth &-= 1
        open = outer[depth]
        index &+= 1
      case Tape.integer, Tape.unsigned, Tape.double:
        index &+= 2
      default:
        index &+= 1
      }
    }
    hasOtherKeys = !isASCII
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

  private func areDistinct(manyKeysOf object: Int, _ isASCII: inout Bool) -> Bool {
    let end = Tape.end(tape[object]) &- 1
    var keys: [UnsafeBufferPointer<UInt8>] = []
    var index = object &+ 1
    while index < end {
      let key = Tape.text(tape[index], strings)
      keys.append(key)
      isASCII = isASCII && Tape.isASCII(key)
      index = Tape.next(after: index &+ 1, tape)
    }
    keys.sort { $0.lexicographicallyPrecedes($1) }
    for (left, right) in zip(keys, keys.dropFirst()) where Tape.equal(left, right) { return false }
    return true
  }

  /// Another pass, for the few texts that have such keys.
  private mutating func noteLookalikes() {
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      switch Tape.tag(tape[index]) {
      case Tape.object:
        noteLookalikes(of: index)
        index &+= 1
      case Tape.integer, Tape.unsigned, Tape.double: index &+= 2
      default: index &+= 1
      }
    }
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
