/// A validator for rules that simdjson does not check: nesting depth and duplicate keys. Takes one pass over the tape.
struct TapeValidator {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>

  /// Objects with more keys than this are checked by sorting their keys.
  private static let maximumTrackedKeys = 24

  /// An object or array that has not ended.
  private struct Container {
    var start = 0
    /// Whether it is an object whose keys are compared as they are found.
    var tracksKeys = false
    /// The number of fingerprints of the objects around it.
    var outerKeys = 0
  }

  /// Compares the fingerprints of keys, and compares keys byte by byte only when their fingerprints are equal.
  ///
  /// - Returns: whether a key has a non-ASCII character; nil if the tape is invalid, in which case `StrictScanner` finds the position of
  ///   the error.
  func checkKeys() -> Bool? {
    let depths = JSONDocument.maximumDepth
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: depths * Self.maximumTrackedKeys) { fingerprints in
      withUnsafeTemporaryAllocation(of: Container.self, capacity: depths) { outer in
        guard let fingerprints = fingerprints.baseAddress, let outer = outer.baseAddress else { return nil }
        return checkKeys(fingerprints, outer)
      }
    }
  }

  /// Accesses are not bounds-checked: the depth is at most `maximumDepth`, and each object has at most `maximumTrackedKeys` fingerprints.
  ///
  /// - Parameters:
  ///   - fingerprints: memory for the fingerprints of the keys of all open objects, innermost last.
  ///   - outer: memory for the containers around the current one.
  private func checkKeys(_ fingerprints: UnsafeMutablePointer<UInt64>, _ outer: UnsafeMutablePointer<Container>) -> Bool? {
    var open = Container()
    var depth = 0
    var count = 0
    var all: UInt64 = 0
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      var word = tape[index]
      if open.tracksKeys, Tape.tag(word) == Tape.string {
        let key = Tape.text(word, strings)
        let fingerprint = Tape.fingerprint(of: key, &all)
        var other = open.outerKeys
        while other < count, fingerprints[other] != fingerprint { other &+= 1 }
        // Compares with all earlier keys, so once is enough.
        if other < count, Tape.value(of: key, from: open.start &+ 1, to: index, tape, strings) != nil { return nil }
        fingerprints[count] = fingerprint
        count &+= 1
        index &+= 1
        word = tape[index]
      }
      switch Tape.tag(word) {
      case Tape.object, Tape.array:
        guard depth < JSONDocument.maximumDepth else { return nil }
        outer[depth] = open
        depth &+= 1
        let isObject = Tape.tag(word) == Tape.object
        let hasManyKeys = Tape.members(word) > Self.maximumTrackedKeys
        if isObject, hasManyKeys, !areDistinct(manyKeysOf: index, &all) { return nil }
        open = Container(start: index, tracksKeys: isObject && !hasManyKeys, outerKeys: count)
        index &+= 1
      case Tape.objectEnd, Tape.arrayEnd:
        count = open.outerKeys
        depth &-= 1
        open = outer[depth]
        index &+= 1
      default:
        index &+= Tape.isNumber(word) ? 2 : 1
      }
    }
    return all & Tape.nonASCIIBits != 0
  }

  /// Returns whether all keys of an object differ, by sorting them: comparing all pairs would take quadratic time.
  private func areDistinct(manyKeysOf object: Int, _ all: inout UInt64) -> Bool {
    var keys = keys(of: object)
    if !keys.allSatisfy(Tape.isASCII) { all |= Tape.nonASCIIBits }
    keys.sort { $0.lexicographicallyPrecedes($1) }
    for (left, right) in zip(keys, keys.dropFirst()) where Tape.equal(left, right) { return false }
    return true
  }

  /// Returns the tape indices of objects with two keys that are the same text in different Unicode forms: at most 20, because finding the
  /// pointer of each takes time.
  func lookalikes() -> [Int] {
    var found: [Int] = []
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end, found.count < 20 {
      if Tape.tag(tape[index]) == Tape.object, hasLookalikes(index) { found.append(index) }
      index &+= Tape.isNumber(tape[index]) ? 2 : 1
    }
    return found
  }

  /// Relies on `String`, which compares by canonical equivalence.
  private func hasLookalikes(_ object: Int) -> Bool {
    var seen: Set<String> = []
    return keys(of: object).contains { !Tape.isASCII($0) && !seen.insert(String(decoding: $0, as: UTF8.self)).inserted }
  }

  private func keys(of object: Int) -> [UnsafeBufferPointer<UInt8>] {
    let end = Tape.end(tape[object]) &- 1
    var keys: [UnsafeBufferPointer<UInt8>] = []
    var index = object &+ 1
    while index < end {
      keys.append(Tape.text(tape[index], strings))
      index = Tape.next(after: index &+ 1, tape)
    }
    return keys
  }
}
