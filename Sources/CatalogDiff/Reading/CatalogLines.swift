/// A catalog as lines: its header values, then its entries in the order of their ids.
///
/// `CatalogComparison` merges two of these in one pass, as sorted lists are merged.
protocol CatalogLines: AnyObject {
  /// The header values. Known before the first entry is read.
  var head: CatalogHead { get }

  /// Returns the next entry by id, or nil at the end. It points into the reader's memory and is valid until the next call.
  ///
  /// - Throws: `NotCanonicalLayout` if the text turns out to have another layout; errors of reading.
  func next() throws -> EntryLine?

  /// The content hash that the catalog states. Known only after the last entry.
  var contentHash: String { get }
}

/// The values that come before the entries of a catalog; campuses and feeds as one canonical line each.
struct CatalogHead {
  /// As written: RFC 3339.
  var generatedAt: String
  /// One line for each campus, without its comma, in the order of the file.
  var campuses: [[UInt8]]
  /// One line for each feed report, without its comma, in the order of the file. Feeds are not part of the content hash.
  var feeds: [[UInt8]]
}

/// The error for a text that does not have the layout that `CatalogWriter` writes.
///
/// It does not leave this target: the text is then read as a JSON document, or the error becomes a `DiffError`.
struct NotCanonicalLayout: Error {}
