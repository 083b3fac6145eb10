extension TextBuffer {
  /// Appends text as HTML, for content and for attributes in double quotes.
  ///
  /// Characters that are invisible and change lines or the direction of text are written as references. Those that HTML does not allow become
  /// U+FFFD.
  mutating func appendHTML(_ text: String) {
    if text.utf8.allSatisfy(Self.isPlain) { return append(text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      case "\n": append(byte: 0x0A)
      case "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        append("&#x")
        append(String(scalar.value, radix: 16, uppercase: true))
        append(";")
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": append("\u{FFFD}")
      default:
        let isCharacter = scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        append(UTF8.encode(isCharacter ? scalar : "\u{FFFD}") ?? .init())
      }
    }
  }

  /// Appends text from a feed. Its direction does not affect what is around it.
  mutating func appendIsolated(_ text: String) {
    append("<bdi>")
    appendHTML(text)
    append("</bdi>")
  }

  /// Appends texts from a feed, separated by commas.
  mutating func appendIsolated(_ texts: [String]) {
    for (index, text) in texts.enumerated() {
      if index > 0 { append(", ") }
      appendIsolated(text)
    }
  }

  /// Appends a time that people read, with its form for programs.
  ///
  /// - Parameter value: a valid date, time or both, without markup.
  mutating func appendTime(_ text: String, _ value: String) {
    append("<time datetime=\"")
    append(value)
    append("\">")
    append(text)
    append("</time>")
  }

  /// Appends a moment on the clock of a zone.
  mutating func appendTime(_ instant: Instant, in zone: Zone?) {
    let whole = Instant(secondsSinceEpoch: instant.secondsSinceEpoch) ?? instant
    appendTime(instant.text(in: zone), zone?.text(whole) ?? whole.description)
  }

  mutating func appendTime(_ date: LocalDate) { appendTime(date.longText, date.description) }

  /// Appends a time of a service day. A time past midnight is one of the next day, and is shown on its clock.
  ///
  /// - Parameter minutes: since the midnight that begins the day.
  mutating func appendTime(_ minutes: Int, of day: LocalDate) {
    let date = (minutes >= 1440 ? day.adding(days: 1) : nil) ?? day
    appendTime(DayPlan.clock(minutes), "\(date)T\(DayPlan.clock(minutes % 1440))")
  }

  /// Appends a link to another site.
  ///
  /// - Parameter address: with one of the schemes `http`, `https`, `mailto` and `tel`.
  mutating func appendLink(_ address: String, _ text: (inout TextBuffer) -> Void) {
    append("<a href=\"")
    appendHTML(address)
    append("\" rel=\"noopener noreferrer\">")
    text(&self)
    append("</a>")
  }

  /// Whether a byte is the same in HTML.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20...0x7E:
      byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\"")
        && byte != UInt8(ascii: "'")
    default: false
    }
  }
}
