/// What a server gave to tell later whether its answer has changed: opaque, echoed byte for byte, both of them.
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
}
