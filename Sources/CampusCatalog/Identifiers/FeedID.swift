/// The name of a feed of a campus: `penn/dining`.
public struct FeedID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The campus that the feed belongs to.
  public let campus: CampusID
  /// The id as text: `campus/feed`.
  public let description: String

  /// Nil unless two names of the alphabet of `CampusID`, with one slash between them.
  public init?(_ text: String) {
    let utf8 = text.utf8
    guard let slash = utf8.firstIndex(of: UInt8(ascii: "/")), let campus = CampusID(String(text[..<slash])),
      Slug.isValid(utf8[utf8.index(after: slash)...])
    else { return nil }
    self.campus = campus
    description = text
  }

  /// The part after the slash.
  public var name: Substring { description.dropFirst(campus.description.count + 1) }

  // All ASCII: the order of strings is the order of bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
