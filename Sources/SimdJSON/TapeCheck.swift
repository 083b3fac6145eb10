/// One pass over a tape for what simdjson does not check: depth and duplicate keys.
///
/// Linear: every value is seen once as an element of its parent and once in the scan.
struct TapeCheck {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  /// Tape indices of objects with keys that are one text in two Unicode forms.
  private(set) var lookalikes: [Int] = []

  /// No more objects are listed: the pointer of each costs a walk.
  private static let mostLookalikes = 20
  /// Some key has a character beyond ASCII.
  private var hasOtherKeys = false

  /// Objects with more keys than this are checked by sorting.
  fileprivate static let fewKeys = 24

  init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) {
    self.tape = tape
    self.strings = strings
  }

  /// Objects of one depth mostly have one of a few numbers of keys, and those of one number the same keys: so many kinds of
  /// them are kept for each depth.
  fileprivate static let keptShapes = 4

  /// An object or array that is open.
  fileprivate struct Container {
    /// Tape index of its beginning.
    var start = 0
    var isObject = false
    /// Whether the keys need no further check.
    var isChecked = false
    /// No two prints of the keys until now are equal.
    var areDistinct = true
    /// How many keys came until now.
    var count = 0
    /// Its place among the kept shapes.
    var shape = 0
    /// How many prints of its shape are known; all of them differ.
    var known = 0
  }

  /// Where keys are compared. It is kept with a parser: to make it takes longer than to check a short text.
  struct Room {
    fileprivate let prints: UnsafeMutablePointer<UInt64>
    fileprivate let known: UnsafeMutablePointer<Int>
    fileprivate let outer: UnsafeMutablePointer<Container>

    private static let shapes = (JSONDocument.maximumDepth + 1) * keptShapes

    static func allocate() -> Room {
      let room = Room(
        prints: .allocate(capacity: shapes * fewKeys), known: .allocate(capacity: shapes),
        outer: .allocate(capacity: JSONDocument.maximumDepth + 1))
      room.prints.initialize(repeating: 0, count: shapes * fewKeys)
      room.known.initialize(repeating: 0, count: shapes)
      room.outer.initialize(repeating: Container(), count: JSONDocument.maximumDepth + 1)
      return room
    }

    func deallocate() {
      prints.deallocate()
      known.deallocate()
      outer.deallocate()
    }

    /// What was learned of another text is forgotten.
    fileprivate func clear() { known.update(repeating: 0, count: Self.shapes) }
  }

  /// Returns false when a rule is broken; the strict scanner then finds out where.
  mutating func run(in room: Room) -> Bool {
    room.clear()
    var hasOtherKeys = false
    let isRight = checkKeys(room.prints, room.known, room.outer, &hasOtherKeys)
    self.hasOtherKeys = hasOtherKeys
    return isRight
  }

  /// Fills `lookalikes`, after `run` and after the marks in keys were limited: it compares keys as Unicode text.
  mutating func findLookalikes() {
    if hasOtherKeys { noteLookalikes() }
  }

  /// Compares keys by a print of length, first and last bytes, and only equal prints byte by byte.
  ///
  /// The pointers are followed unchecked: the depth is at most `maximumDepth` behind its guard, so that there are as many
  /// containers and, with `keptShapes` of each, as many shapes as there is room for; keys beyond `fewKeys` are not kept.
  ///
  /// - Parameters:
  ///   - prints: those of `fewKeys` keys of each shape. As only one object of a depth is open at a time, its prints stay
  ///     while those within it are looked at.
  ///   - known: for each shape how many of its prints are known; 0.
  ///   - outer: room for the containers around the one that is looked at.
  ///   - hasOtherKeys: set when a key has a character beyond ASCII.
  private func checkKeys(
    _ prints: UnsafeMutablePointer<UInt64>, _ known: UnsafeMutablePointer<Int>, _ outer: UnsafeMutablePointer<Container>,
    _ hasOtherKeys: inout Bool
  ) -> Bool {
    var open = Container()
    var all: UInt64 = 0
    var depth = 0
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      var word = tape[index]
      if open.isObject, Tape.tag(word) == Tape.string {
        let kept = prints + open.shape &* Self.fewKeys
        // As long as the keys are those of the object before, they differ as those did.
        var count = open.count
        var isAtValue = false
        while count < open.known, Tape.tag(word) == Tape.string, kept[count] == Tape.print(of: Tape.text(word, strings), &all) {
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
          guard checkKey(at: index, of: &open, kept, &all) else { return false }
          index &+= 1
          word = tape[index]
        }
      }
      switch Tape.tag(word) {
      case Tape.object, Tape.array:
        outer[depth] = open
        depth &+= 1
        guard depth <= JSONDocument.maximumDepth else { return false }
        let shape = depth &* Self.keptShapes &+ Tape.members(word) & (Self.keptShapes &- 1)
        open = Container(start: index, isObject: Tape.tag(word) == Tape.object, shape: shape, known: known[shape])
        index &+= 1
      case Tape.objectEnd, Tape.arrayEnd:
        // Prints that are not known to differ, and those of a part of the keys, serve no other object.
        if open.isObject { known[open.shape] = open.isChecked || !open.areDistinct ? 0 : max(open.known, open.count) }
        depth &-= 1
        open = outer[depth]
        index &+= 1
      default:
        index &+= Tape.isNumber(word) ? 2 : 1
      }
    }
    hasOtherKeys = all & Tape.beyondASCII != 0
    return true
  }

  /// Compares a key that is not known to differ from those before it. False when one of them is equal.
  private func checkKey(
    at index: Int, of open: inout Container, _ kept: UnsafeMutablePointer<UInt64>, _ all: inout UInt64
  ) -> Bool {
    if open.count < Self.fewKeys {
      let key = Tape.text(tape[index], strings)
      let print = Tape.print(of: key, &all)
      open.known = 0
      for other in 0..<open.count where kept[other] == print {
        if sameKeyBefore(index, in: open.start, key) { return false }
        open.areDistinct = false
      }
      kept[open.count] = print
      open.count &+= 1
    } else if !open.isChecked {
      guard areDistinct(manyKeysOf: open.start, &all) else { return false }
      open.isChecked = true
    }
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

  private func areDistinct(manyKeysOf object: Int, _ all: inout UInt64) -> Bool {
    let end = Tape.end(tape[object]) &- 1
    var keys: [UnsafeBufferPointer<UInt8>] = []
    var index = object &+ 1
    while index < end {
      let key = Tape.text(tape[index], strings)
      keys.append(key)
      if !Tape.isASCII(key) { all |= Tape.beyondASCII }
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
