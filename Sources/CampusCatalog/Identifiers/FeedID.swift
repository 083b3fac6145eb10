/// The name of a feed of a campus: `penn/dining`.
public struct FeedID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let campus: CampusID
  public let description: String

  /// Nil unless two names of the alphabet of `CampusID`, with one slash between them.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let campus = CampusID(String(parts[0])), Slug.isValid(parts[1].utf8) else { return nil }
    self.campus = campus
    description = text
  }

  /// The part after the slash.
  public var name: Substring { description.dropFirst(campus.description.count + 1) }

  // All ASCII: the order of strings is the order of bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
