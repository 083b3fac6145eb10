import Basics
import CampusCatalog
import Foundation

/// A set of words to find anywhere in a text, in any case.
///
///     Keywords("market", "grocer").occur(in: "1920 Gourmet Grocer")  // true
public struct Keywords: Sendable {
  /// The UTF-8 bytes of each word, folded.
  private let words: [[UInt8]]
  /// Whether a word begins with each of the 256 byte values.
  private let isFirst: [Bool]

  public init(_ words: String...) { self.init(words) }

  public init(_ words: [String]) {
    self.words = words.map { Self.fold($0).utf8.map(Self.lower) }
    var isFirst = [Bool](repeating: false, count: 256)
    for first in self.words.compactMap(\.first) { isFirst[Int(first)] = true }
    self.isFirst = isFirst
  }

  /// Returns whether at least one of the words occurs in a text. Takes time linear in the length of the text.
  public func occur(in text: String) -> Bool {
    // Most words are found in the text as it is.
    occur(inFolded: text) || !Self.isASCII(text) && occur(inFolded: Self.fold(text))
  }

  /// Returns whether at least one of the words occurs in a text that `fold` returned.
  public func occur(inFolded text: String) -> Bool {
    let utf8 = text.utf8.span
    for start in utf8.indices where isFirst[Int(Self.lower(utf8[start]))] {
      if words.contains(where: { Self.occurs($0, in: utf8, at: start) }) { return true }
    }
    return false
  }

  /// Returns a text with its case folded, in the form in which equal characters have equal bytes (NFC). Words are compared in any ASCII case,
  /// so ASCII is returned as it is. Fold a text once to find several sets of words in it.
  public static func fold(_ text: String) -> String {
    if isASCII(text) { return text }
    let folded = text.caseFolded
    // Characters before U+0300, and dashes and quotation marks, are in this form already.
    let isComposed = folded.unicodeScalars.allSatisfy { $0.value < 0x300 || (0x2010...0x2027).contains($0.value) }
    return isComposed ? folded : folded.precomposedStringWithCanonicalMapping
  }

  private static func isASCII(_ text: String) -> Bool { PlainText.isASCII(text.utf8.span) }

  private static func occurs(_ word: [UInt8], in text: borrowing Span<UInt8>, at start: Int) -> Bool {
    guard text.count - start >= word.count else { return false }
    for index in word.indices where lower(text[start + index]) != word[index] { return false }
    return true
  }

  package static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

extension String {
  /// Returns whether this text equals a word, ignoring ASCII case.
  public func equalsIgnoringCase(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    return utf8.count == word.count && utf8.elementsEqual(word) { Keywords.lower($0) == Keywords.lower($1) }
  }
}
