package import CampusCatalog
package import FeedKit

/// Removes the secrets of a feed from everything that is stored, logged or shown, because a server may echo them: verbatim, in lower case
/// (as in host names), percent-encoded and in base64.
package struct Scrubber: Sendable {
  /// The minimum length in bytes. Shorter secrets cannot be distinguished from other text.
  package static let shortest = 4
  static let mask = "***"

  /// The encodings to find, longest first.
  private let forms: [[UInt8]]
  /// Whether a form starts with each of the 256 byte values; empty if there are no forms.
  private let isFirst: [Bool]

  package init(_ feed: Feed) { self.init(of: feed.headers) }

  init(of headers: [Feed.Header]) {
    // Most feeds have no secrets.
    guard headers.contains(where: { !$0.secrets.isEmpty }) else {
      (forms, isFirst) = ([], [])
      return
    }
    forms = Set(SecretForms.texts(of: headers).flatMap(SecretForms.encodings)).sorted {
      $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count
    }
    var isFirst = forms.isEmpty ? [] : [Bool](repeating: false, count: 256)
    for form in forms { isFirst[Int(form[0])] = true }
    self.isFirst = isFirst
  }

  var isEmpty: Bool { forms.isEmpty }

  func finds(in text: String) -> Bool { !matches(in: Array(text.utf8)).isEmpty }

  /// Returns a text without the secrets.
  package func clean(_ text: String) -> String {
    if isEmpty { return text }
    let (bytes, count) = clean(body: Array(text.utf8))
    return count == 0 ? text : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a body without the secrets, and how many there were.
  func clean(body: [UInt8]) -> (body: [UInt8], count: Int) {
    let matches = matches(in: body)
    if matches.isEmpty { return (body, 0) }
    var clean: [UInt8] = []
    clean.reserveCapacity(body.count)
    var start = 0
    for match in matches {
      clean += body[start..<match.lowerBound]
      clean += Self.mask.utf8
      start = match.upperBound
    }
    return (clean + body[start...], matches.count)
  }

  package func clean(_ event: FetchEvent) -> FetchEvent {
    var event = event
    event.url = event.url.map(clean)
    event.fields = event.fields.map { field in
      guard case .text(let text) = field.value else { return field }
      return LogField(field.name, clean(text))
    }
    return event
  }

  package func clean(_ notes: [Note]) -> [Note] {
    if isEmpty { return notes }
    return notes.map { Note($0.code, request: $0.request, pointer: $0.pointer.map(clean), entry: $0.entry, clean($0.detail)) }
  }

  /// Returns the ranges of all secrets, in order and without overlaps. If several forms match, the longest counts.
  private func matches(in bytes: [UInt8]) -> [Range<Int>] {
    if isEmpty { return [] }
    var matches: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      if isFirst[Int(bytes[position])], let form = forms.first(where: { bytes[position...].starts(with: $0) }) {
        matches.append(position..<position + form.count)
        position += form.count
      } else {
        position += 1
      }
    }
    return matches
  }
}

extension Feed.Header {
  /// Whether part of the value is secret but too short to be found in text.
  package var hasShortSecret: Bool { secrets.contains { $0.utf8.count < Scrubber.shortest } }
}
