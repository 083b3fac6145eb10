/// The id of a feed, such as `penn/dining`: the campus, and the name of the feed.
public struct FeedID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let campus: CampusID
  /// The id as text: `campus/feed`.
  public let description: String

  /// Creates an id; nil unless the text is two names in the form of a `CampusID`, with a slash between them.
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

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
