/// A cache of recently cleaned texts. A feed repeats a handful of labels thousands of times.
struct TextCache: Sendable {
  private struct Slot {
    var fingerprint = Fingerprint()
    /// All bytes of a text that its fingerprint does not determine; empty for other texts.
    var bytes: [UInt8] = []
    var text: String?
  }

  /// The length of a text, its first and its last bytes: eight each, or four each of a short text. Determines a text of up to 16 bytes.
  private struct Fingerprint: Equatable {
    var count = 0
    var first: UInt64 = 0
    var last: UInt64 = 0
  }

  /// A direct-mapped table, indexed by a hash of the fingerprint. Empty until the first text is stored.
  private var slots: [Slot] = []

  private let form: Form

  /// The form to convert texts to.
  enum Form: Sendable, Hashable {
    /// One line of plain text.
    case line
    /// Plain text that may have several lines.
    case lines
  }

  init(_ form: Form) { self.form = form }

  /// Returns a member as plain text; nil if it is absent, null or empty.
  mutating func text(_ member: JSONValue?) throws(JSONFieldError) -> String? {
    guard let member, !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    return text(utf8)
  }

  /// Returns a text as plain text; nil if it is empty.
  mutating func text(_ utf8: borrowing Span<UInt8>) -> String? {
    let fingerprint = Self.fingerprint(of: utf8)
    if fingerprint.count == 0 { return nil }
    let place = Int(truncatingIfNeeded: ((fingerprint.first ^ (fingerprint.last &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    if !slots.isEmpty, slots[place].fingerprint == fingerprint,
      fingerprint.count <= 16 || SameBytes.of(slots[place].bytes, utf8)
    {
      return slots[place].text
    }
    let text = form == .line ? PlainText.line(utf8) : PlainText.lines(utf8)
    store(utf8, fingerprint, text, place)
    return text
  }

  @inline(__always)
  private static func fingerprint(of utf8: borrowing Span<UInt8>) -> Fingerprint {
    let (bytes, count) = (utf8.bytes, utf8.count)
    if count >= 8 {
      return Fingerprint(
        count: count, first: bytes.unsafeLoadUnaligned(as: UInt64.self),
        last: bytes.unsafeLoadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }
    if count >= 4 {
      return Fingerprint(
        count: count, first: UInt64(bytes.unsafeLoadUnaligned(as: UInt32.self)),
        last: UInt64(bytes.unsafeLoadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
    }
    var word: UInt64 = 0
    for index in 0..<count { word = word << 8 | UInt64(utf8[index]) }
    return Fingerprint(count: count, first: word, last: 0)
  }

  private mutating func store(_ utf8: borrowing Span<UInt8>, _ fingerprint: Fingerprint, _ text: String?, _ place: Int) {
    guard utf8.count <= 256 else { return }
    if slots.isEmpty { slots = [Slot](repeating: Slot(), count: 64) }
    var bytes: [UInt8] = []
    if utf8.count > 16 {
      bytes.reserveCapacity(utf8.count)
      for index in utf8.indices { bytes.append(utf8[index]) }
    }
    slots[place] = Slot(fingerprint: fingerprint, bytes: bytes, text: text)
  }
}
