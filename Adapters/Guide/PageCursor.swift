/// The position of a page in a list. It is passed from request to request as text.
struct PageCursor {
  /// The number of rows read so far.
  let offset: Int
  /// The number of rows of the first page.
  let size: Int
  /// The address of the first guide of the previous page.
  private let first: String

  var text: String { "\(offset) \(size) \(first)" }

  /// Creates the position after a page; nil if that page is the last one: it is shorter than the first, or begins like the one before it.
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
