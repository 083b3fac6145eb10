import Basics
import Foundation
import Glibc

/// Text split into folded words, for searches and filters. Case, accents, apostrophes and compatibility forms do not matter.
///
/// "Café", "CAFE" and "cafe" are equal, "Dunkin'" is "dunkin", "Joe's" is "joes", and "ﬁt" is "fit".
///
/// To fold text, decompose it (NFKD), remove marks (general category M) and apostrophes, and fold its case; then repeat this, because a
/// folded letter may be decomposable. Words are the runs of letters and numbers (general categories L and N) in the result.
public struct SearchText: Sendable, Hashable {
  /// The maximum size of a search or a name that someone looks for, in bytes. Finding a text takes time in proportion to its words, and the
  /// longest names have a few hundred bytes.
  public static let longest = 1_000

  /// The folded words in order, separated by single spaces.
  public let joined: String

  public init(_ text: String) {
    var text = text
    // ASCII needs no tables.
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { text = Self.folded(text) }
    joined = text.withUTF8 { Self.words($0) }
  }

  /// Joins the words of several texts.
  init(joining texts: [SearchText]) {
    joined = texts.reduce(into: "") { joined, text in
      if text.isEmpty { return }
      if !joined.isEmpty { joined += " " }
      joined += text.joined
    }
  }

  /// The folded words in order. None is empty.
  public var tokens: [String] { joined.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }

  /// Each word after a space, as `hasWord` needs it.
  var wordStarts: [String] { tokens.map { " " + $0 } }

  /// Returns whether a word begins with a text, comparing bytes.
  ///
  /// - Parameter start: a space and the text (`wordStarts`).
  func hasWord(_ start: String) -> Bool {
    joined.withCString { words in
      start.withCString { strncmp(words, $0 + 1, strlen($0) - 1) == 0 || strstr(words, $0) != nil }
    }
  }

  /// Whether the text has no letters and no numbers.
  public var isEmpty: Bool { joined.isEmpty }

  /// Returns whether each word of another text is the beginning of a word of this one.
  package func hasBeginnings(_ other: SearchText) -> Bool { other.wordStarts.allSatisfy(hasWord) }

  /// Compares words as bytes.
  public static func == (left: Self, right: Self) -> Bool { left.joined.utf8.elementsEqual(right.joined.utf8) }

  /// Returns the words in lower case, separated by single spaces.
  ///
  /// - Parameter utf8: ASCII, and folded letters and numbers beyond it.
  private static func words(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: utf8.count) { room in
      var count = 0
      var isBetweenWords = false
      for byte in utf8 where byte != UInt8(ascii: "'") {
        guard isWord(byte) else {
          isBetweenWords = count > 0
          continue
        }
        if isBetweenWords {
          room[count] = UInt8(ascii: " ")
          count += 1
          isBetweenWords = false
        }
        // Lower-cases ASCII letters and leaves all other bytes unchanged.
        room[count] = byte < 0x80 ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte >= 0x80
    }
  }

  /// The text with each character beyond ASCII folded. A character folds to the same beside any others: only the order of marks
  /// depends on that, and marks are left out.
  private static func folded(_ text: String) -> String {
    foldings.withLock { foldings in
      var folded: [UInt8] = []
      folded.reserveCapacity(text.utf8.count * 2)
      for scalar in text.unicodeScalars {
        if scalar.isASCII {
          folded.append(UInt8(ascii: scalar))
        } else if let known = foldings[scalar] {
          folded.append(contentsOf: known)
        } else {
          let new = Array(folding(of: scalar).utf8)
          foldings[scalar] = new
          folded.append(contentsOf: new)
        }
      }
      return String(decoding: folded, as: UTF8.self)
    }
  }

  /// The foldings that were needed so far. Names share a few hundred characters, and Foundation is slow for each text: folding
  /// whole names was a third of the work of listing 10,000 places.
  private static let foldings = Guarded<[Unicode.Scalar: [UInt8]]>([:])

  /// A character folded: its letters and numbers, and a space for each other one.
  private static func folding(of scalar: Unicode.Scalar) -> String {
    let folded = stripped(String(stripped(String(scalar))).caseFolded)
    return String(String.UnicodeScalarView(folded.map { wordCategories.contains($0.properties.generalCategory) ? $0 : " " }))
  }

  /// Returns text in NFKD, without marks and apostrophes.
  private static func stripped(_ text: String) -> String.UnicodeScalarView {
    text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      !marks.contains($0.properties.generalCategory) && !apostrophes.contains($0)
    }
  }

  private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]

  /// ASCII, typographic, and the modifier letter.
  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{02BC}"]

  private static let wordCategories: Set<Unicode.GeneralCategory> = [
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber, .otherNumber,
  ]
}
