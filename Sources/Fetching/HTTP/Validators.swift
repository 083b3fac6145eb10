/// The validators of a response (RFC 9110, section 8.8). They are opaque and sent back exactly as received.
public struct Validators: Sendable, Hashable {
  /// The value of `ETag`; one character per byte.
  public let etag: String?
  /// The value of `Last-Modified`; one character per byte.
  public let lastModified: String?

  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }

  public var isEmpty: Bool { etag == nil && lastModified == nil }

  /// Whether the entity tag is strong, which promises equal bytes (RFC 9110, section 8.8.1).
  public var isStrong: Bool { etag.map { !Self.isWeak($0) } ?? false }

  /// Whether both have an entity tag and the tags match by weak comparison (RFC 9110, section 8.8.3.2).
  public func hasSameTag(as other: Validators) -> Bool {
    guard let etag, let theirs = other.etag else { return false }
    return Self.opaque(etag) == Self.opaque(theirs)
  }

  /// Whether a 304 with these validators refers to a body other than `stored`'s (RFC 9111, section 4.3.4).
  public func refersToOtherBody(than stored: Validators) -> Bool { isStrong && stored.etag != nil && !hasSameTag(as: stored) }

  /// Returns the validators of a stored reply, updated from a 304 (RFC 9111, section 3.2). Those missing from the 304 are kept. A tag that
  /// does not match the stored one may belong to a different body and is ignored.
  public func updated(by answer: Validators) -> Validators {
    let keepsTag = answer.etag == nil || etag == nil || hasSameTag(as: answer)
    return Validators(etag: keepsTag ? etag : answer.etag, lastModified: answer.lastModified ?? lastModified)
  }

  private static func isWeak(_ etag: String) -> Bool { etag.hasPrefix("W/") }

  private static func opaque(_ etag: String) -> Substring { isWeak(etag) ? etag.dropFirst(2) : etag[...] }
}
