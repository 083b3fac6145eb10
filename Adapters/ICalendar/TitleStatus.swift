import FeedKit
import Foundation

/// Finds words such as "CANCELED:" in titles: many programs have no other way to say so.
enum TitleStatus {
  /// The words, in lower case.
  private static let words: [(word: String, status: Event.Status)] = [
    ("canceled", .cancelled), ("cancelled", .cancelled), ("abgesagt", .cancelled), ("annulé", .cancelled), ("annulée", .cancelled),
    ("annullato", .cancelled), ("annullata", .cancelled), ("cancelado", .cancelled), ("cancelada", .cancelled),
    ("postponed", .postponed), ("verschoben", .postponed), ("reporté", .postponed), ("reportée", .postponed), ("rinviato", .postponed),
    ("rinviata", .postponed), ("aplazado", .postponed), ("aplazada", .postponed),
  ]

  /// Returns the status that a title begins or ends with, set apart by punctuation: "Canceled: Yoga", "Yoga (canceled)", "Yoga - CANCELED".
  static func find(in title: String) -> Event.Status? {
    guard title.utf8.count <= maximumBytes else { return nil }
    let text = title.lowercased().precomposedStringWithCanonicalMapping
    for (word, status) in words where text.contains(word) {
      let beginning = text.drop { opening.contains($0) }
      if beginning.hasPrefix(word) {
        let rest = beginning.dropFirst(word.count).drop { $0 == " " }
        if rest.first.map({ marks.contains($0) }) ?? true { return status }
      }
      var end = text[...]
      while let last = end.last, closing.contains(last) { end.removeLast() }
      if end.hasSuffix(word) {
        var rest = end.dropLast(word.count)
        while rest.last == " " { rest.removeLast() }
        if rest.last.map({ marks.contains($0) }) ?? true { return status }
      }
    }
    return nil
  }

  private static let maximumBytes = 1000
  private static let opening: Set<Character> = ["(", "[", "*", "!", " ", "-", "\""]
  private static let closing: Set<Character> = [")", "]", "*", "!", ".", " ", "\""]
  private static let marks: Set<Character> = [":", "-", "–", "—", "(", "[", ")", "]", "*", "!", "|", "/"]
}
