/// A catalog as lines: its header values, then its entries in the order of their ids.
///
/// `CatalogComparison` merges two of these in one pass, as sorted lists are merged.
protocol CatalogLines: AnyObject {
  /// The header values, which are known before the first entry is read. The content hash and the number of entries are known only after
  /// the last one.
  var edition: CatalogComparison.Edition { get }

  /// Returns the next entry by id, or nil at the end. It points into the reader's memory and is valid until the next call.
  ///
  /// - Throws: `NotCanonicalLayout` if the text turns out to have another layout; errors of reading.
  func next() throws -> EntryLine?
}

/// The error for a text that does not have the layout that `CatalogWriter` writes.
///
/// It does not leave this target: the text is then read as a JSON document, or the error becomes a `DiffError`.
struct NotCanonicalLayout: Error {}
