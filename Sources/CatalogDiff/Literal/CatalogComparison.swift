import CampusCatalog

/// Everything that differs between two catalogs, byte for byte.
///
/// Catalogs as this program writes them are read as streams, at about the speed of their disk: an entry that both have alike is
/// neither parsed nor kept. Other layouts, and entries in another order, are read as a whole.
public struct CatalogComparison: Sendable {
  /// One of the two catalogs, without its entries.
  public struct Edition: Sendable, Hashable {
    /// What messages call it.
    public let name: String
    /// As written in the file: RFC 3339.
    public let generatedAt: String
    /// The content hash that the catalog states, such as "sha256:…".
    public let contentHash: String
    /// Canonical JSON, one each.
    public let campuses: [[UInt8]]
    public let feeds: [[UInt8]]
    /// How many entries it has.
    public let count: Int
  }

  /// An entry of both catalogs whose position among the others differs.
  struct Move: Sendable, Hashable {
    let old: Int
    let new: Int
    /// The entry of the new catalog.
    let line: [UInt8]
  }

  public let old: Edition
  public let new: Edition
  /// In the order of their ids.
  public let differences: [EntryDifference]
  /// By "penn/dining".
  let unchanged: [String: FeedTally]
  /// Empty where both are sorted by id, as this program writes them.
  let moves: [Move]
  /// The new catalog as it is, where it is not laid out as this program would write it.
  let otherText: [UInt8]?
  /// Both are laid out alike, as this program does it; or that was not looked at.
  private let isLaidOutAlike: Bool

  /// Nothing differs, neither a value nor the layout.
  public var isSame: Bool { isLaidOutAlike && hasSameValues }

  /// No value differs.
  public var hasSameValues: Bool {
    differences.isEmpty && moves.isEmpty && old.generatedAt == new.generatedAt && old.contentHash == new.contentHash
      && old.campuses == new.campuses && old.feeds == new.feeds
  }

  /// Compares two catalogs.
  ///
  /// - Parameter isLiteral: whether to compare what only patches need: the order of entries and the text of another layout.
  /// - Throws: `DiffError` if a text is not a catalog, and errors of reading.
  public init(_ old: CatalogText, _ new: CatalogText, isLiteral: Bool = true) throws {
    do {
      self = try Self(old, CanonicalLines(old), new, CanonicalLines(new), isLiteral)
    } catch is NotLines {
      self = try Self(old, WholeLines(old), new, WholeLines(new), isLiteral)
    }
  }

  private init<Lines: CatalogLines>(_ oldText: CatalogText, _ old: Lines, _ newText: CatalogText, _ new: Lines, _ isLiteral: Bool) throws {
    var tallies = FeedTallies()
    var differences: [EntryDifference] = []
    var common: [(old: Int, new: Int)] = []
    var (left, right) = (try old.next(), try new.next())
    var counts = (old: 0, new: 0)
    let keepsOrder = isLiteral && old is WholeLines
    while left != nil || right != nil {
      let order = left.flatMap { left in right.map { left.order(to: $0) } } ?? (left == nil ? 1 : -1)
      if order == 0, let one = left, let other = right {
        if one.isSame(as: other) {
          tallies.add(one)
        } else {
          differences.append(EntryDifference(old: .init(one), new: .init(other)))
        }
        if keepsOrder { common.append((one.index, other.index)) }
      } else {
        differences.append(EntryDifference(old: order < 0 ? left.map { .init($0) } : nil, new: order > 0 ? right.map { .init($0) } : nil))
      }
      if order <= 0 {
        counts.old += 1
        left = try old.next()
      }
      if order >= 0 {
        counts.new += 1
        right = try new.next()
      }
    }
    tallies.end()
    self.old = Edition(oldText, old, count: counts.old)
    self.new = Edition(newText, new, count: counts.new)
    self.differences = differences
    unchanged = tallies.byFeed
    guard isLiteral else {
      (moves, otherText, isLaidOutAlike) = ([], nil, true)
      return
    }
    let isCanonical = Self.isCanonical(self.new, differences)
    guard let whole = new as? WholeLines else {
      moves = []
      otherText = isCanonical ? nil : try newText.bytes()
      isLaidOutAlike = true
      return
    }
    moves = EntryOrder.moved(common).map { Move(old: $0.old, new: $0.new, line: Array(whole.line($0.new))) }
    let (isOldStream, isNewStream) = (Self.isStream(oldText), Self.isStream(newText))
    otherText = isNewStream && isCanonical ? nil : try newText.bytes()
    isLaidOutAlike = isOldStream && isNewStream ? true : try oldText.bytes() == newText.bytes()
  }

  /// The text is laid out as this program does it, with its entries in their order.
  static func isStream(_ text: CatalogText) -> Bool {
    guard let lines = try? CanonicalLines(text) else { return false }
    do {
      while try lines.next() != nil {}
      return true
    } catch {
      return false
    }
  }

  /// Whether the differing lines are canonical.
  private static func isCanonical(_ edition: Edition, _ differences: [EntryDifference]) -> Bool {
    CanonicalJSON.isSortedByID(edition.campuses) && CanonicalJSON.isSortedByID(edition.feeds)
      && edition.campuses.allSatisfy(CanonicalJSON.isCanonical) && edition.feeds.allSatisfy(CanonicalJSON.isCanonical)
      && differences.allSatisfy { $0.new.map { CanonicalJSON.isCanonical($0.line) } ?? true }
  }
}

extension CatalogComparison.Edition {
  fileprivate init(_ text: CatalogText, _ lines: some CatalogLines, count: Int) {
    name = text.name
    generatedAt = lines.head.generatedAt
    contentHash = lines.contentHash
    campuses = lines.head.campuses
    feeds = lines.head.feeds
    self.count = count
  }
}
