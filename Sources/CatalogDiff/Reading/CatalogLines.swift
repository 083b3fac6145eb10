/// A catalog as lines: its header values, then its entries in the order of their ids.
protocol CatalogLines: AnyObject {
  var head: CatalogHead { get }

  /// Returns the next entry by id, or nil at the end. It points into the reader's memory and is valid until the next call.
  func next() throws -> EntryLine?

  /// The content hash that the catalog states. Known only after the last entry.
  var contentHash: String { get }
}

/// The values that come before the entries of a catalog; campuses and feeds as one canonical line each.
struct CatalogHead {
  /// As written: RFC 3339.
  var generatedAt: String
  var campuses: [[UInt8]]
  var feeds: [[UInt8]]
}

/// The error for a text that does not have the layout that `CatalogWriter` writes.
struct NotCanonicalLayout: Error {}
