public import Aggregation
public import CampusCatalog
public import OpeningHours

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
  /// The campuses and feeds to open. A catalog that was read before is opened whole.
  public var selection = RunSelection()
  /// The kinds of entries that the question is about; nil for all. From a store, only these are read, or all if there are no places.
  public var kinds: Set<Entry.Kind>?
  /// The id or name of the entry that the question is about. If `time` is local, only the campuses whose entries match are opened, so that
  /// the time is read on their clocks.
  public var entry: String?
  /// The moment that queries are about: RFC 3339, or a local date or time in the zone of the campuses. Nil for now, or the moment of the
  /// source.
  public var time: String?
  public var now: Instant
  /// The clock and the language of texts.
  public var style = RegionalStyle.Choice(language: nil)
  /// Whether a catalog that was read before is kept current, so that its hours may be too old. Those of a file never are.
  public var isLive = false
  /// How long the last result of a feed is trusted, in seconds; older opening hours count as unknown.
  public var trustSeconds = 14 * 86_400

  public init(_ source: Source, now: Instant) {
    self.source = source
    self.now = now
  }
}
