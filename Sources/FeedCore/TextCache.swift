public import SimdJSON
import CampusCatalog

/// Texts that were read of late. A feed has a handful of labels, thousands of times: each is cleaned and kept once.
public struct TextCache: Sendable {
  private struct Slot {
    var sent: [UInt8] = []
    var text: String?
    var isUsed = false
  }

  /// A text has one place, by its length and its first and last bytes.
  private var slots = [Slot](repeating: Slot(), count: 64)

  private let form: Form

  /// What texts become.
  public enum Form: Sendable, Hashable {
    /// One line of plain text.
    case line
    /// Plain text that may have several lines.
    case lines
  }

  public init(_ form: Form) { self.form = form }

  /// A member as plain text; nil when it is absent, null or empty.
  public mutating func text(_ member: JSONValue?) throws(JSONFieldError) -> String? {
    guard let member, !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    if utf8.isEmpty { return nil }
    let slot = find(utf8)
    if slots[slot].isUsed, SameBytes.of(slots[slot].sent, utf8) { return slots[slot].text }
    let text = form == .line ? PlainText.line(utf8) : member.string.flatMap(PlainText.lines)
    keep(utf8, text, slot)
    return text
  }

  private func find(_ utf8: borrowing Span<UInt8>) -> Int {
    let count = utf8.count
    guard count > 0 else { return 0 }
    return (count &* 31 &+ Int(utf8[0]) &* 7 &+ Int(utf8[count / 2]) &* 5 &+ Int(utf8[count - 1])) & 63
  }

  private mutating func keep(_ utf8: borrowing Span<UInt8>, _ text: String?, _ slot: Int) {
    guard utf8.count <= 256 else { return }
    var sent: [UInt8] = []
    sent.reserveCapacity(utf8.count)
    for index in utf8.indices { sent.append(utf8[index]) }
    slots[slot] = Slot(sent: sent, text: text, isUsed: true)
  }
}
