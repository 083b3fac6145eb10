/// Finds the words that differ from a misspelled one in one letter: one that is missing, added or replaced, or two that are swapped.
///
/// A search looks at each word of all places, so bytes are compared, and only letters of one byte are corrected. `WordFinder` is for suggestions,
/// which take longer.
struct MisspelledWord {
  private let word: String
  private var whole: Set<String> = []
  private var beginnings: Set<String> = []

  init(_ word: String) { self.word = word }

  /// Whether the word is long enough for one letter to make little difference.
  var isLongEnough: Bool { word.utf8.count >= 3 }

  /// At most three words: those that differ as a whole, or else those whose beginnings do.
  var found: [String] { Array((whole.isEmpty ? beginnings : whole).sorted().prefix(3)) }

  mutating func look(at other: Span<UInt8>) {
    let mine = word.utf8.span
    guard other.count >= mine.count - 1, let isWhole = Self.isNear(mine, other) else { return }
    if isWhole {
      whole.insert(Self.text(other))
    } else if mine.count >= 5, whole.isEmpty, beginnings.count < 100 {
      beginnings.insert(Self.text(other))
    }
  }

  private static func text(_ word: Span<UInt8>) -> String { word.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

  /// Returns whether one edit makes a word the whole of another one (true) or its beginning (false); nil if it does neither.
  private static func isNear(_ word: Span<UInt8>, _ other: Span<UInt8>) -> Bool? {
    var same = 0
    while same < word.count, same < other.count, word[same] == other[same] { same += 1 }
    // Without a different letter, the word is the beginning of the other one, or has one letter more.
    if same == word.count { return other.count == word.count + 1 }
    var isBeginning = false
    for (mine, others) in [(same + 1, same + 1), (same, same + 1), (same + 1, same)]
    where others <= other.count && word.count - mine <= other.count - others && matches(word, mine, other, others) {
      if word.count - mine == other.count - others { return true }
      isBeginning = true
    }
    if same + 1 < word.count, same + 1 < other.count, word[same] == other[same + 1], word[same + 1] == other[same],
      word.count <= other.count, matches(word, same + 2, other, same + 2)
    {
      if word.count == other.count { return true }
      isBeginning = true
    }
    return isBeginning ? false : nil
  }

  /// Returns whether a word from an offset on is the beginning of another one from an offset on.
  private static func matches(_ word: Span<UInt8>, _ start: Int, _ other: Span<UInt8>, _ otherStart: Int) -> Bool {
    for index in start..<word.count where word[index] != other[otherStart + index - start] { return false }
    return true
  }
}
