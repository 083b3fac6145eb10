import CampusCatalog
import SimdJSON

/// Texts that were read recently. A feed has a handful of labels, thousands of times: each is cleaned and stored once.
struct TextCache: Sendable {
  private struct Slot {
    var print = Print()
    /// All bytes, of a text that is longer than its print tells.
    var sent: [UInt8] = []
    var text: String?
  }

  /// The length of a text, its first and its last eight bytes, or four of a short one: all of a text of up to 16.
  private struct Print: Equatable {
    var count = 0
    var first: UInt64 = 0
    var last: UInt64 = 0
  }

  /// A text has one place, by its print. Empty until the first text is stored.
  private var slots: [Slot] = []

  private let form: Form

  /// What texts become.
  enum Form: Sendable, Hashable {
    /// One line of plain text.
    case line
    /// Plain text that may have several lines.
    case lines
  }

  init(_ form: Form) { self.form = form }

  /// A member as plain text; nil when it is absent, null or empty.
  mutating func text(_ member: JSONValue?) throws(JSONFieldError) -> String? {
    guard let member, !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    return text(utf8)
  }

  /// A text as plain text; nil when it is empty.
  mutating func text(_ utf8: borrowing Span<UInt8>) -> String? {
    let print = Self.print(of: utf8)
    if print.count == 0 { return nil }
    let place = Int(truncatingIfNeeded: ((print.first ^ (print.last &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    if !slots.isEmpty, slots[place].print == print, print.count <= 16 || SameBytes.of(slots[place].sent, utf8) { return slots[place].text }
    let text = form == .line ? PlainText.line(utf8) : PlainText.lines(utf8)
    keep(utf8, print, text, place)
    return text
  }

  @inline(__always)
  private static func print(of utf8: borrowing Span<UInt8>) -> Print {
    let (bytes, count) = (utf8.bytes, utf8.count)
    if count >= 8 {
      return Print(
        count: count, first: bytes.unsafeLoadUnaligned(as: UInt64.self),
        last: bytes.unsafeLoadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }
    if count >= 4 {
      return Print(
        count: count, first: UInt64(bytes.unsafeLoadUnaligned(as: UInt32.self)),
        last: UInt64(bytes.unsafeLoadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
    }
    var word: UInt64 = 0
    for index in 0..<count { word = word << 8 | UInt64(utf8[index]) }
    return Print(count: count, first: word, last: 0)
  }

  private mutating func keep(_ utf8: borrowing Span<UInt8>, _ print: Print, _ text: String?, _ place: Int) {
    guard utf8.count <= 256 else { return }
    if slots.isEmpty { slots = [Slot](repeating: Slot(), count: 64) }
    var sent: [UInt8] = []
    if utf8.count > 16 {
      sent.reserveCapacity(utf8.count)
      for index in utf8.indices { sent.append(utf8[index]) }
    }
    slots[place] = Slot(print: print, sent: sent, text: text)
  }
}
