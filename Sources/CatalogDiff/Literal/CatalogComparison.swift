/// Everything that differs between two catalogs, byte for byte.
///
/// Catalogs in the canonical layout are read as streams, at about the speed of the disk: an entry that is the same in both is
/// neither parsed nor stored. Other layouts, and entries in another order, are read into memory as a whole.
public struct CatalogComparison: Sendable {
  /// The header values of one of the two catalogs, and the number of its entries.
  public struct Edition: Sendable, Hashable {
    /// The name for messages, such as a path.
    public let name: String
    /// As written in the file: RFC 3339.
    public internal(set) var generatedAt = ""
    /// The content hash that the catalog states, such as "sha256:…".
    public internal(set) var contentHash = ""
    /// One line for each campus, without its comma, in the order of the file.
    public internal(set) var campuses: [[UInt8]] = []
    /// One line for each feed report, without its comma, in the order of the file. Feeds are not part of the content hash.
    public internal(set) var feeds: [[UInt8]] = []
    public internal(set) var count = 0
  }

  public let old: Edition
  public let new: Edition
  /// The entries that differ, sorted by id.
  public let differences: [EntryDifference]
  let unchanged: [FeedID: FeedTally]
  /// The entries of both catalogs whose position among the others differs, by its indices, with the lines of the new catalog. Empty if the
  /// entries of both catalogs are sorted by id.
  let moves: [(old: Int, new: Int, line: [UInt8])]
  /// The whole new catalog if its layout is not canonical; otherwise nil.
  let nonCanonicalText: [UInt8]?
  /// Whether both have the same layout. True if the layout was not compared.
  private let hasSameLayout: Bool

  /// Whether nothing differs, neither a value nor the layout.
  public var isSame: Bool { hasSameLayout && hasSameValues }

  public var hasSameValues: Bool {
    differences.isEmpty && moves.isEmpty && old.generatedAt == new.generatedAt && old.contentHash == new.contentHash
      && old.campuses == new.campuses && old.feeds == new.feeds
  }

  /// Compares two catalogs in one pass.
  ///
  /// If one of them turns out not to have the canonical layout, both are read again from their beginnings, into memory.
  ///
  /// - Parameter isLiteral: whether to compare what only patches need too: the order of entries and the layout.
  /// - Throws: `DiffError` if a text is not a catalog, and errors of reading.
  public init(_ old: CatalogText, _ new: CatalogText, isLiteral: Bool = true) throws {
    do {
      self = try Self(old, StreamedCatalogLines(old), new, StreamedCatalogLines(new), isLiteral)
    } catch is NotCanonicalLayout {
      self = try Self(old, InMemoryCatalogLines(old), new, InMemoryCatalogLines(new), isLiteral)
    }
  }

  /// Compares two results of one feed, without regard to their layout.
  ///
  /// - Parameter campus: the campus of the feed; nil if unknown.
  public init(_ old: (at: Instant, lines: EntryLines), _ new: (at: Instant, lines: EntryLines), campus: Campus?) throws {
    func text(_ name: String) -> CatalogText { CatalogText(named: name, bytes: []) }
    self = try Self(
      text("the earlier result"), FeedResultLines(old.lines, at: old.at, campus: campus), text("the later result"),
      FeedResultLines(new.lines, at: new.at, campus: campus), false)
  }

  /// Merges two sorted lists of entries: of the two next entries, the one with the lower id is in only one of the catalogs.
  private init<Lines: CatalogLines>(_ oldText: CatalogText, _ old: Lines, _ newText: CatalogText, _ new: Lines, _ isLiteral: Bool) throws {
    var tallies = FeedTallies()
    var differences: [EntryDifference] = []
    var common: [(old: Int, new: Int)] = []
    let keepsOrder = isLiteral && old is InMemoryCatalogLines
    try EntryLine.merge(old.next, new.next) { before, after in
      if let before, let after {
        if keepsOrder { common.append((before.index, after.index)) }
        if before.bytes.isSame(as: after.bytes) { return tallies.add(before) }
      }
      differences.append(EntryDifference(old: before.map { .init($0) }, new: after.map { .init($0) }))
    }
    (self.old, self.new) = (old.edition, new.edition)
    self.differences = differences
    unchanged = tallies.finish()
    guard isLiteral else {
      (moves, nonCanonicalText, hasSameLayout) = ([], nil, true)
      return
    }
    let isCanonical = Self.isCanonical(self.new, differences)
    guard let whole = new as? InMemoryCatalogLines else {
      moves = []
      nonCanonicalText = isCanonical ? nil : try newText.bytes()
      hasSameLayout = true
      return
    }
    moves = ListEdits.moved(common).map { ($0.old, $0.new, Array(whole.entries[$0.new].bytes)) }
    let (isOldCanonical, isNewCanonical) = (Self.hasCanonicalLayout(oldText), Self.hasCanonicalLayout(newText))
    nonCanonicalText = isNewCanonical && isCanonical ? nil : try newText.bytes()
    hasSameLayout = isOldCanonical && isNewCanonical ? true : try oldText.bytes() == newText.bytes()
  }

  /// Whether a text has the layout of `CatalogWriter`, with its entries sorted by id. Reads all of it.
  static func hasCanonicalLayout(_ text: CatalogText) -> Bool {
    guard let lines = try? StreamedCatalogLines(text) else { return false }
    do {
      while try lines.next() != nil {}
      return true
    } catch {
      return false
    }
  }

  /// Whether all lines that differ are canonical JSON, and campuses and feeds are sorted by id. Then a patch restores the exact bytes,
  /// because it copies all other lines from the old catalog.
  private static func isCanonical(_ edition: Edition, _ differences: [EntryDifference]) -> Bool {
    CanonicalJSON.isSortedByID(edition.campuses) && CanonicalJSON.isSortedByID(edition.feeds)
      && edition.campuses.allSatisfy(CanonicalJSON.isCanonical) && edition.feeds.allSatisfy(CanonicalJSON.isCanonical)
      && differences.allSatisfy { $0.new.map { CanonicalJSON.isCanonical($0.line) } ?? true }
  }
}

/// An entry that differs between two catalogs, or is in only one of them.
public struct EntryDifference: Sendable, Hashable {
  public struct Side: Sendable, Hashable {
    /// Its canonical JSON, without a line feed.
    public let line: [UInt8]
    /// Its index among the entries of its file, from 0.
    public let index: Int

    init(_ entry: EntryLine) {
      line = Array(entry.bytes)
      index = entry.index
    }
  }

  /// Nil for an entry that only the new catalog has.
  public let old: Side?
  /// Nil for an entry that only the old catalog has.
  public let new: Side?
}
