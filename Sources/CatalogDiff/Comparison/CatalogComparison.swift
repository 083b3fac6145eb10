public import CampusCatalog
public import OpeningHours
import SimdJSON

/// The values that differ between two catalogs.
///
/// Catalogs in the canonical layout are read as streams, at about the speed of the disk: an entry that is the same in both is
/// neither parsed nor stored. Other layouts, and entries in another order, are read into memory as a whole.
public struct CatalogComparison: Sendable {
  let old: CatalogHeader
  let new: CatalogHeader
  let campuses: ListDifferences
  let feeds: ListDifferences
  let entries: ListDifferences
  let unchanged: [FeedID: FeedTally]
  /// The places of menus that differ, as they are in the old catalog, or else in the new one.
  let placesOfMenus: [EntryID: Entry]

  /// Whether no value differs.
  public var isSame: Bool {
    old.generatedAt == new.generatedAt && old.contentHash == new.contentHash && campuses.isEmpty && feeds.isEmpty && entries.isEmpty
  }

  /// The campuses of the new catalog with entries that are in both catalogs and differ.
  ///
  /// - Throws: `DiffError` for a campus or an entry that cannot be read.
  public func changedCampuses() throws(DiffError) -> [Campus] {
    var ids: Set<CampusID> = []
    for change in entries.changes {
      guard let new = change.new, change.old != nil else { continue }
      let id = try self.new.value(of: new.line, as: "the entry ") { (value) throws(JSONFieldError) in try value.requiredText("id") }
      if let campus = EntryID(id)?.feed?.campus { ids.insert(campus) }
    }
    if ids.isEmpty { return [] }
    return try new.campuses.map { (line) throws(DiffError) in
      try new.value(of: line) { (value) throws(JSONFieldError) in try Campus(reading: value) }
    }.filter { ids.contains($0.id) }
  }

  /// Compares two catalogs in one pass.
  ///
  /// If one of them turns out not to have the canonical layout, both are read again from their beginnings, into memory.
  ///
  /// - Throws: `DiffError` if a text is not a catalog, and errors of reading.
  public init(_ old: CatalogText, _ new: CatalogText) throws { try self.init(old, new, places: { old }) }

  /// Compares two parts of catalogs.
  ///
  /// - Parameter places: returns a catalog with the places of the menus in `old`. Called only if a menu differs.
  /// - Throws: as the other initializer.
  public init(_ old: CatalogText, _ new: CatalogText, places: () throws -> CatalogText) throws {
    do {
      self = try Self(lines: old, new, places: places, keepsOrder: false)
    } catch is NotCanonicalLayout {
      let (old, new) = (try old.canonical(), try new.canonical())
      do {
        self = try Self(lines: old, new, places: { old }, keepsOrder: old.positions != nil || new.positions != nil)
      } catch is NotCanonicalLayout {
        throw DiffError("\(old.name) or \(new.name) has an entry that is too long")
      }
    }
  }

  /// Compares two results of one feed.
  ///
  /// - Parameter campus: the campus of the feed; nil if unknown.
  public init(_ old: (at: Instant, lines: EntryLines), _ new: (at: Instant, lines: EntryLines), campus: Campus?) throws {
    self = try old.lines.bytes.withUnsafeBytes { oldBytes in
      try new.lines.bytes.withUnsafeBytes { newBytes in
        func lines(_ bytes: UnsafeRawBufferPointer) -> () -> EntryLine? {
          var lines = EntryLine.all(in: bytes)
          return { lines.next() }
        }
        let headers = (CatalogHeader(of: old, campus), CatalogHeader(of: new, campus))
        return try Self(lines(oldBytes), lines(newBytes), keepsOrder: false, places: { lines(oldBytes) }) { headers }
      }
    }
  }

  private init(lines old: CatalogText, _ new: CatalogText, places: () throws -> CatalogText, keepsOrder: Bool) throws {
    let (oldLines, newLines) = (try CatalogLines(old), try CatalogLines(new))
    try self.init(oldLines.next, newLines.next, keepsOrder: keepsOrder, places: { try CatalogLines(places()).next }) {
      (oldLines.header, newLines.header)
    }
  }

  /// Merges two sorted lists of entries: of the two next entries, the one with the lower id is in only one of the catalogs.
  ///
  /// - Parameters:
  ///   - keepsOrder: whether one of the catalogs had its entries in another order.
  ///   - places: reads the entries with the places of menus.
  ///   - headers: returns the headers of the catalogs, after the last entries.
  private init(
    _ old: () throws -> EntryLine?, _ new: () throws -> EntryLine?, keepsOrder: Bool,
    places: () throws -> () throws -> EntryLine?, headers: () -> (CatalogHeader, CatalogHeader)
  ) throws {
    var tallies = FeedTallies()
    var changes: [CatalogDifference] = []
    var common: [CatalogDifference] = []
    try EntryLine.merge(old, new) { before, after in
      let isSame = before.flatMap { before in after.map { before.bytes.isSame(as: $0.bytes) } } ?? false
      if isSame, let before { tallies.add(before) }
      if isSame, !keepsOrder { return }
      let difference = CatalogDifference(old: before.map { .init($0) }, new: after.map { .init($0) })
      if keepsOrder, before != nil, after != nil { common.append(difference) }
      if isSame { return }
      if let before, difference.hasSameValues { tallies.add(before) } else { changes.append(difference) }
    }
    (self.old, self.new) = headers()
    campuses = try ListDifferences(ofCampusesOrFeeds: self.old, self.new, \.campuses)
    feeds = try ListDifferences(ofCampusesOrFeeds: self.old, self.new, \.feeds)
    entries = ListDifferences(changes: changes, common: common)
    unchanged = tallies.finish()
    placesOfMenus = try Self.places(of: changes, places)
  }

  /// Returns the places of menus, for which other entries are read, too, if a menu differs.
  private static func places(
    of changes: [CatalogDifference], _ open: () throws -> () throws -> EntryLine?
  ) throws -> [EntryID: Entry] {
    func isMenu(_ line: [UInt8]) -> Bool { line.withUnsafeBytes { EntryLine($0)?.isMenu == true } }
    var ids: Set<EntryID> = []
    for line in changes.compactMap({ ($0.old ?? $0.new)?.line }) where isMenu(line) {
      guard let document = try? JSONDocument(parsing: line), let id = document.root["place"]?.string.flatMap({ EntryID($0) }) else {
        continue
      }
      ids.insert(id)
    }
    if ids.isEmpty { return [:] }
    var places: [EntryID: Entry] = [:]
    func add(_ line: EntryLine) {
      guard line.isPlace, let id = line.entryID, ids.contains(id), places[id] == nil,
        let document = try? JSONDocument(parsing: Array(line.bytes))
      else { return }
      places[id] = try? Entry(reading: document.root)
    }
    let next = try open()
    while let line = try next() { add(line) }
    for new in changes.compactMap(\.new) {
      new.line.withUnsafeBytes { bytes in if let line = EntryLine(bytes) { add(line) } }
    }
    return places
  }
}
