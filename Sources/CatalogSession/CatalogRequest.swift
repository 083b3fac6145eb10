/// A request to open a catalog: its source, the part to open, and the moment that queries are about.
public struct CatalogRequest: Sendable {
  /// The source of the entries.
  public enum Source: Sendable {
    /// A catalog that was read before, for example from a file.
    case catalog(Catalog)
    case recording(RecordedReplies)
    /// The newest results of all feeds in a store.
    case store(StoredCatalog)
    /// The output of the last run up to a point in time, in a form that `PointInTime` parses.
    case pastRun(StoredCatalog, asOf: String)
  }

  public let source: Source
  /// The built-in registry with the user's registry files added. A catalog that was read before needs none.
  public var registry = Registry()
  /// The contents of those files: when they change, an index is out of date.
  public var registryFiles: [[UInt8]] = []
  /// The campuses and feeds to open. A catalog that was read before is opened whole.
  public var selection = RunSelection()
  /// The moment that queries are about: RFC 3339, or a local date or time in the zone of the campuses. Nil for now, or the moment of the
  /// source.
  public var time: String?
  public var now: Instant
  /// How long the last result of a feed is trusted, in seconds; older opening hours count as unknown.
  public var trustSeconds = 14 * 86_400
  /// Whether to answer queries about the places of a large store from an index beside the store, which is built or updated first.
  public var usesIndex = false
  /// The version of the program, on which the contents of an index depend.
  public var version = ""
  /// Receives events of the index as they happen.
  public var indexEvents: @Sendable (IndexEvent) -> Void = { _ in }

  public init(_ source: Source, now: Instant) {
    self.source = source
    self.now = now
  }
}
