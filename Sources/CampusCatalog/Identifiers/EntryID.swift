import OpeningHours

/// The stable id of an entry, such as `penn/dining/593`: campus, feed and record.
///
/// The record part is the feed's own key, in which bytes outside `A-Za-z0-9._~-` are written `%XX`. Ids are ASCII and compare as bytes.
public struct EntryID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The id as text: `campus/feed/record`.
  public let description: String

  /// Creates an id from text; nil unless it has three valid parts.
  public init?(_ text: String) {
    let slash = UInt8(ascii: "/")
    let utf8 = text.utf8
    guard let first = utf8.firstIndex(of: slash), Slug.isValid(utf8[..<first]) else { return nil }
    let rest = utf8[utf8.index(after: first)...]
    guard let second = rest.firstIndex(of: slash), Slug.isValid(rest[..<second]),
      Self.isEscaped(rest[rest.index(after: second)...])
    else { return nil }
    description = text
  }

  /// The maximum number of bytes of a record's key, before characters are escaped.
  public static let longestKey = 512

  /// Creates the id of a record; nil if its key is empty or longer than 512 bytes.
  ///
  /// - Parameters:
  ///   - feed: the feed of the record.
  ///   - record: the feed's own key, not escaped.
  public init?(feed: FeedID, record: String) {
    guard !record.isEmpty, record.utf8.count <= Self.longestKey else { return nil }
    if record.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy { $0.isUnreserved } }) == true {
      description = Self.join(feed.description, record)
    } else {
      var escaped = ""
      for byte in record.utf8 {
        if byte.isUnreserved {
          escaped.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          escaped += digits.count == 1 ? "%0" + digits : "%" + digits
        }
      }
      description = Self.join(feed.description, escaped)
    }
  }

  /// Returns `feed/record`, with one allocation.
  private static func join(_ feed: String, _ record: String) -> String {
    let (feed, record) = (feed.utf8.span, record.utf8.span)
    let count = feed.count + 1 + record.count
    return String(unsafeUninitializedCapacity: count) { room in
      _ = feed.withUnsafeBufferPointer { room[..<feed.count].update(fromContentsOf: $0) }
      room[feed.count] = UInt8(ascii: "/")
      _ = record.withUnsafeBufferPointer { room[(feed.count + 1)..<count].update(fromContentsOf: $0) }
      return count
    }
  }

  /// The feed of the entry, such as `penn/dining`. Never nil.
  public var feed: FeedID? { FeedID(String(description[..<(description.lastIndex(of: "/") ?? description.endIndex)])) }

  /// Returns whether the id begins with this campus.
  func isEntry(of campus: CampusID) -> Bool {
    let (id, campus) = (description.utf8, campus.description.utf8)
    return id.starts(with: campus) && id.dropFirst(campus.count).first == UInt8(ascii: "/")
  }

  /// The record part, escaped.
  public var record: Substring { description[description.index(after: description.lastIndex(of: "/") ?? description.startIndex)...] }

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }

  private static func isEscaped(_ text: String.UTF8View.SubSequence) -> Bool {
    guard !text.isEmpty else { return false }
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte.isUnreserved { continue }
      guard byte == UInt8(ascii: "%"), let high = rest.popFirst(), let low = rest.popFirst(), isHex(high), isHex(low) else { return false }
    }
    return true
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}
