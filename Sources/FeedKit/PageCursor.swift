/// The position after a page of a list, for adapters of feeds that are split into pages.
///
/// An adapter keeps nothing between pages, so the position is passed from request to request as text (`FeedRequest.cursor`):
///
///     guard let cursor = PageCursor(after: reply.request, count: rows.count, first: firstID) else { return [] }
///     return [FeedRequest("venues", page: reply.request.page + 1, addresses: …, cursor: cursor.text)]
public struct PageCursor: Sendable, Hashable {
  /// The number of rows read so far.
  public let offset: Int
  /// The number of rows of the first page.
  public let size: Int
  /// A text that identifies the first row of the page.
  private let first: String

  /// The position as the cursor of the next request.
  public var text: String { "\(offset) \(size) \(first)" }

  /// Creates the position after a page; nil if that page is the last one: it is empty, shorter than the first, or begins like the one
  /// before it, because the server ignores the position.
  ///
  /// - Parameters:
  ///   - request: the request for the page.
  ///   - count: the number of its rows.
  ///   - first: a text that identifies its first row; nil if there is none.
  public init?(after request: FeedRequest, count: Int, first: String?) {
    guard count > 0, let first else { return nil }
    guard let cursor = request.cursor else {
      (offset, size, self.first) = (count, count, first)
      return
    }
    let parts = cursor.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let offset = Int(parts[0]), let size = Int(parts[1]), count >= size, parts[2] != first else { return nil }
    (self.offset, self.size, self.first) = (offset + count, size, first)
  }
}
