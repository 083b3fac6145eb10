/// The details of a quote.
public struct Quote: Sendable, Hashable {
  public var text: String
  /// The author of the quote; nil if unknown.
  public var author: String?

  public init(text: String, author: String? = nil) {
    self.text = text
    self.author = author
  }
}
