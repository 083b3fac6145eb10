/// A position in a list that is read page by page; it is passed from request to request as a cursor.
struct Paging {
  /// Rows read so far.
  let offset: Int
  /// Rows of the first page.
  let size: Int
  /// The address of the first guide of the last page.
  private let first: String

  var text: String { "\(offset) \(size) \(first)" }

  /// The position after a page; nil if that page was the last: shorter than the first, or the same as the one before it.
  init?(_ cursor: String?, count: Int, first: String?) {
    guard let first else { return nil }
    guard let cursor else {
      (offset, size, self.first) = (count, count, first)
      return
    }
    let parts = cursor.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let offset = Int(parts[0]), let size = Int(parts[1]), count >= size, parts[2] != first else { return nil }
    (self.offset, self.size, self.first) = (offset + count, size, first)
  }
}
