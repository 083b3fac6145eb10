/// A validator for rules that simdjson does not check: nesting depth and duplicate keys. Takes one pass over the tape.
struct TapeValidator {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>

  /// Objects with more keys than this are checked by sorting their keys.
  fileprivate static let maximumTrackedKeys = 24

  /// How many object shapes are remembered per depth. Objects at one depth that have the same number of keys usually have the same keys.
  fileprivate static let shapesPerDepth = 4

  /// An object or array that is open.
  fileprivate struct Container {
    var start = 0
    var isObject = false
    /// Whether the keys need no further check.
    var isChecked = false
    /// Whether the fingerprints of the keys so far are all different.
    var areDistinct = true
    var count = 0
    /// Its index among the remembered shapes.
    var shape = 0
    /// The number of remembered fingerprints of its shape. All of them differ.
    var known = 0
  }

  /// Memory for a validator. It is pooled with the parser, because allocating it takes longer than validating a short text.
  struct Workspace {
    /// The fingerprints of each shape's keys. Only one object per depth is open at a time, so they remain valid while objects inside it are
    /// checked.
    fileprivate let fingerprints: UnsafeMutablePointer<UInt64>
    /// The number of remembered fingerprints of each shape.
    fileprivate let known: UnsafeMutablePointer<Int>
    /// The containers around the current one.
    fileprivate let outer: UnsafeMutablePointer<Container>

    private static let shapes = (JSONDocument.maximumDepth + 1) * shapesPerDepth

    static func allocate() -> Workspace {
      let workspace = Workspace(
        fingerprints: .allocate(capacity: shapes * maximumTrackedKeys), known: .allocate(capacity: shapes),
        outer: .allocate(capacity: JSONDocument.maximumDepth + 1))
      workspace.fingerprints.initialize(repeating: 0, count: shapes * maximumTrackedKeys)
      workspace.known.initialize(repeating: 0, count: shapes)
      workspace.outer.initialize(repeating: Container(), count: JSONDocument.maximumDepth + 1)
      return workspace
    }

    func deallocate() {
      fingerprints.deallocate()
      known.deallocate()
      outer.deallocate()
    }

    /// Forgets the shapes of the previous text.
    fileprivate func clear() { known.update(repeating: 0, count: Self.shapes) }
  }

  /// Compares the fingerprints of keys, and compares keys byte by byte only when their fingerprints are equal.
  ///
  /// Accesses are not bounds-checked: the depth is at most `maximumDepth`, each depth has `shapesPerDepth` shapes, and each shape stores at
  /// most `maximumTrackedKeys` fingerprints, which is the size of a `Workspace`.
  ///
  /// - Returns: whether a key has a non-ASCII character; nil if the tape is invalid, in which case `StrictScanner` finds the position of the
  ///   error.
  func checkKeys(using workspace: Workspace) -> Bool? {
    workspace.clear()
    let (fingerprints, known, outer) = (workspace.fingerprints, workspace.known, workspace.outer)
    var open = Container()
    var all: UInt64 = 0
    var depth = 0
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      var word = tape[index]
      if open.isObject, Tape.tag(word) == Tape.string {
        let kept = fingerprints + open.shape &* Self.maximumTrackedKeys
        // While the keys are the same as in the previous object of this shape, they differ from each other.
        var count = open.count
        var isAtValue = false
        while count < open.known, Tape.tag(word) == Tape.string, kept[count] == Tape.fingerprint(of: Tape.text(word, strings), &all) {
          count &+= 1
          index &+= 1
          word = tape[index]
          isAtValue = Tape.isContainer(word)
          if isAtValue { break }
          index &+= Tape.isNumber(word) ? 2 : 1
          word = tape[index]
        }
        open.count = count
        if !isAtValue, Tape.tag(word) == Tape.string {
          guard checkKey(at: index, of: &open, kept, &all) else { return nil }
          index &+= 1
          word = tape[index]
        }
      }
      switch Tape.tag(word) {
      case Tape.object, Tape.array:
        outer[depth] = open
        depth &+= 1
        guard depth <= JSONDocument.maximumDepth else { return nil }
        let shape = depth &* Self.shapesPerDepth &+ Tape.members(word) & (Self.shapesPerDepth &- 1)
        open = Container(start: index, isObject: Tape.tag(word) == Tape.object, shape: shape, known: known[shape])
        index &+= 1
      case Tape.objectEnd, Tape.arrayEnd:
        // Fingerprints that may be equal, or that cover only some of the keys, cannot be reused.
        if open.isObject { known[open.shape] = open.isChecked || !open.areDistinct ? 0 : max(open.known, open.count) }
        depth &-= 1
        open = outer[depth]
        index &+= 1
      default:
        index &+= Tape.isNumber(word) ? 2 : 1
      }
    }
    return all & Tape.nonASCIIBits != 0
  }

  /// Compares a key with the keys before it. Returns false if one of them is equal.
  private func checkKey(
    at index: Int, of open: inout Container, _ kept: UnsafeMutablePointer<UInt64>, _ all: inout UInt64
  ) -> Bool {
    if open.count < Self.maximumTrackedKeys {
      let key = Tape.text(tape[index], strings)
      let fingerprint = Tape.fingerprint(of: key, &all)
      open.known = 0
      for other in 0..<open.count where kept[other] == fingerprint {
        if Tape.value(of: key, from: open.start &+ 1, to: index, tape, strings) != nil { return false }
        open.areDistinct = false
      }
      kept[open.count] = fingerprint
      open.count &+= 1
    } else if !open.isChecked {
      guard areDistinct(manyKeysOf: open.start, &all) else { return false }
      open.isChecked = true
    }
    return true
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
