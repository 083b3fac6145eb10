import CampusCatalog
import FeedCore
import SimdJSON

/// The labels seen of late. A feed has a handful of them, thousands of times: each is made into text once.
struct LabelCache {
  private var labels: [String] = []
  private var next = 0
  private static let size = 8

  /// A member as one line of plain text; nil when it is absent or empty.
  mutating func label(of value: JSONValue, _ key: StaticString) throws(JSONFieldError) -> String? {
    guard let member = value[key], let utf8 = member.utf8 else { return try value.line(key) }
    for label in labels where Self.isEqual(label, utf8) { return label }
    guard let label = PlainText.line(utf8) else { return nil }
    // Only text that cleaning leaves as it is may be found again by its bytes.
    guard Self.isEqual(label, utf8) else { return label }
    if labels.count < Self.size {
      labels.append(label)
    } else {
      labels[next] = label
      next = (next + 1) % Self.size
    }
    return label
  }

  @inline(__always)
  private static func isEqual(_ label: String, _ utf8: borrowing Span<UInt8>) -> Bool {
    let bytes = label.utf8
    guard bytes.count == utf8.count else { return false }
    var index = 0
    for byte in bytes {
      if byte != utf8[index] { return false }
      index += 1
    }
    return true
  }
}
