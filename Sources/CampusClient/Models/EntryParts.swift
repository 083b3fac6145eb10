/// Where something is. All parts are as the feed states them; missing ones are nil.
public struct Location: Codable, Sendable, Hashable {
  public var address, building, abbreviation, room, region: String?
  public var onCampus: Bool?
  /// Degrees, WGS 84. Present only with `longitude`.
  public var latitude: Double?
  public var longitude: Double?

  /// The position; nil if it is not stated.
  public var position: Position? {
    guard let latitude, let longitude else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }
}

/// A link of an entry.
public struct Link: Codable, Sendable, Hashable {
  /// What the address leads to: `website`, `menu`, `order`, `registration` or `source`.
  public var rel: String
  /// An http or https address.
  public var href: String
}

/// A picture of an entry, on the server of its feed.
public struct Picture: Codable, Sendable, Hashable {
  public var href: String
  /// `photo` or `logo`.
  public var role: String?
}

/// How to reach a place.
public struct Contact: Codable, Sendable, Hashable {
  public var phone, email: String?
}

/// A record that an entry was made from.
public struct EntrySource: Codable, Sendable, Hashable {
  public var feed, record: String
}
