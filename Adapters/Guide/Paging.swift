/// Where the reading of a list in pages stands; travels from request to request as a cursor.
struct Paging {
  /// Rows read so far.
  let offset: Int
  /// Rows of the first page.
  let size: Int
  /// What the last page began with.
  private let first: String

  var text: String { "\(offset) \(size) \(first)" }

  /// The place after a page; nil when that page was the last: shorter than the first, or the one before it again.
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
