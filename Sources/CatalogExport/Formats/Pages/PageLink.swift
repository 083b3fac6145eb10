/// A link from an exported page to another file of its site.
public struct PageLink: Sendable, Hashable {
  public let title: String
  /// Relative to the page.
  public let address: String
  /// The media type of a file with the same content; nil for another page.
  public let mediaType: String?

  init(_ title: String, _ address: String, mediaType: String? = nil) {
    (self.title, self.address, self.mediaType) = (title, address, mediaType)
  }
}
