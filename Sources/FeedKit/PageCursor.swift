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
  /// Fingerprints of the first rows of all pages so far.
  private let firstRows: [String]

  /// The position as the cursor of the next request.
  public var text: String { (["\(offset)", "\(size)"] + firstRows).joined(separator: " ") }

  /// Creates the position after a page; nil if that page is the last one: it is empty, shorter than the first, or begins like one before
  /// it, because the server ignores the position or loops.
  ///
  /// - Parameters:
  ///   - request: the request for the page.
  ///   - count: the number of its rows.
  ///   - first: a text that identifies its first row; nil if there is none.
  ///   - pagesHaveSize: whether a page that is shorter than the first is the last one.
  public init?(after request: FeedRequest, count: Int, first: String?, pagesHaveSize: Bool = true) {
    guard count > 0, let first else { return nil }
    let firstRow = String(RecordKey.hash(first).prefix(16))
    guard let cursor = request.cursor else {
      (offset, size, firstRows) = (count, count, [firstRow])
      return
    }
    let parts = cursor.split(separator: " ").map(String.init)
    guard parts.count > 2, let offset = Int(parts[0]), let size = Int(parts[1]), count >= size || !pagesHaveSize,
      !parts.dropFirst(2).contains(firstRow)
    else { return nil }
    (self.offset, self.size, firstRows) = (offset + count, size, parts.dropFirst(2) + [firstRow])
  }
}
