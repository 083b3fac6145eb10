public import CampusCatalog
public import CatalogDiff
import CatalogQuery
public import OpeningHours

/// A catalog as the files of a web site, which any server of files can publish: all campuses together, and each in a folder of its own.
///
///     var site = StaticSite(catalog)
///     for file in site.files { try site.write(file) { try write($0) } }
///
/// The files are exports, whose bytes depend on the catalog, its changes and the usual weeks alone. The files of a campus depend only on that campus, except
/// for pages, which are about the moment of the catalog. GeoJSON and calendars change only with their content, and when a feed is fetched
/// or fails: their time is that of the newest reply.
public struct StaticSite: Sendable {
  public let catalog: Catalog
  /// The changes; nil without a store.
  public var changes: SiteChanges?
  /// The clock and the language of the pages.
  public var style = RegionalStyle.Choice()
  /// Returns when an entry last changed; nil if that is unknown.
  public var lastChange: @Sendable (Entry) -> Instant? = { _ in nil }
  /// Returns the usual week of a place, or nil if it is not known, for the pages; nil without a store.
  public var usual: (@Sendable (Entry) -> UsualWeek?)?
  /// The entries of each campus, which are next to each other, because their ids begin with the campus.
  private let entries: [CampusID: Range<Int>]
  private let feeds: [CampusID: [FeedReport]]
  private let campuses: [CampusID: Campus]

  public init(_ catalog: Catalog) {
    self.catalog = catalog
    feeds = Dictionary(grouping: catalog.feeds, by: \.campus)
    campuses = Dictionary(catalog.campuses.map { ($0.id, $0) }) { first, _ in first }
    var entries: [CampusID: Range<Int>] = [:]
    for (index, entry) in catalog.entries.enumerated() {
      entries[entry.campus] = (entries[entry.campus]?.lowerBound ?? index)..<(index + 1)
    }
    self.entries = entries
  }

  /// All files, in the order in which to publish them: pages last, because they refer to the others, and the page of all campuses at the end.
  public var files: [SiteFile] {
    let contents = SiteFile.Content.allCases.filter { $0 != .page && ($0 != .changes || changes != nil) }
    let campuses = catalog.campuses.map(\.id)
    let ofCampuses = campuses.flatMap { campus in contents.filter { $0 != .marker }.map { SiteFile($0, of: campus) } }
    return contents.map { SiteFile($0) } + ofCampuses + campuses.map { SiteFile(.page, of: $0) } + [SiteFile(.page)]
  }

  /// Writes a file of `files`.
  ///
  /// - Returns: the `contentHash` of a catalog; nil for other files.
  /// - Throws: any error of the sink.
  @discardableResult
  public func write(_ file: SiteFile, to sink: CatalogWriter.Sink) throws -> String? {
    let part = file.campus.map(part) ?? catalog
    switch file.content {
    case .marker: return nil
    case .json: return try CatalogWriter.write(part, to: sink)
    case .ndjson: try write(part, .ndjson, at: part.generatedAt, to: sink)
    case .geojson, .ics:
      try write(part, file.content == .ics ? .ics : .geojson, at: part.feeds.newestReply ?? part.generatedAt, to: sink)
    case .changes: try changes?.text(of: file.campus).utf8.span.withUnsafeBytes { try sink($0) }
    case .page: try write(part, .html, at: catalog.generatedAt, to: sink) { links(from: file, in: $0) }
    }
    return nil
  }

  /// Returns the catalog of a campus, with the time at which its feeds were last known to be current.
  private func part(of campus: CampusID) -> Catalog {
    let feeds = feeds[campus] ?? []
    let seen = feeds.compactMap { [$0.checkedAt, $0.fetchedAt].compactMap(\.self).max() }.max()
    return Catalog(
      generatedAt: seen ?? catalog.generatedAt, campuses: campuses[campus].map { [$0] } ?? [], feeds: feeds,
      entries: entries[campus].map { Array(catalog.entries[$0]) } ?? [])
  }

  private func write(
    _ part: Catalog, _ format: ExportFormat, at moment: Instant, to sink: CatalogWriter.Sink, links: (WordTable) -> [PageLink] = { _ in [] }
  ) throws {
    var rule = StatusRule(at: moment, campuses: part.campuses)
    rule.chosenStyle = style
    var header = ExportHeader(generatedAt: moment, campuses: part.campuses, feeds: part.feeds, rule: rule)
    if format.statesChanges { header.lastChange = lastChange }
    if format.usualWeekUse == .marks { header.usual = usual }
    header.links = links(header.style.words)
    try CatalogExport(format, header).write(EntryStream(CatalogParts(part)), to: sink)
  }

  /// Returns the links from a page to the same content in other formats, and to other pages. They are relative, so that the site may be
  /// below any address.
  private func links(from page: SiteFile, in words: WordTable) -> [PageLink] {
    let contents = SiteFile.Content.allCases.filter { $0 != .changes || changes != nil }
    let alternates = contents.compactMap { content in
      content.title(in: words).map { PageLink($0, content.rawValue, mediaType: content.format?.mediaType) }
    }
    let pages =
      page.campus == nil
      ? catalog.campuses.map { PageLink($0.name, SiteFile(.page, of: $0.id).path) }
      : [PageLink(words.text("all-campuses"), "../\(page.content.rawValue)")]
    return alternates + pages
  }
}

/// The changes that the runs of a store saw.
public struct SiteChanges: Sendable {
  /// The changes of each run, newest first, with the campuses that they are about.
  private let logs: [(log: ChangeLog, campuses: Set<CampusID>)]
  /// The time of the feed if there are no changes.
  private let beginning: Instant
  /// The pages for people about feeds.
  private let pages: [FeedID: String]

  /// - Parameter logs: the changes of each run, newest first.
  public init(_ logs: [ChangeLog], beginning: Instant, pages: [FeedID: String]) {
    self.logs = logs.map { ($0, $0.changedCampuses) }
    (self.beginning, self.pages) = (beginning, pages)
  }

  /// - Parameter campus: nil for all campuses.
  func text(of campus: CampusID?) -> String {
    let logs = logs.compactMap { log, campuses -> ChangeLog? in
      guard let campus else { return log }
      let part = campuses.contains(campus) ? log.filtered(by: ChangeFilter(campuses: [campus])) : nil
      return part?.isEmpty == false ? part : nil
    }
    return AtomChangeFeed.text(
      of: logs, updated: beginning, at: SiteFile.Content.changes.rawValue, about: campus?.description ?? "", pages: pages)
  }
}

extension ChangeLog {
  /// The campuses that changes are about, also by a former id.
  fileprivate var changedCampuses: Set<CampusID> {
    let ids = entries.flatMap { [$0.id, $0.formerID].compactMap { $0?.feed?.campus } }
    return Set(ids + campusChanges.map(\.id) + feeds.map(\.id.campus))
  }
}

extension [FeedReport] {
  /// When the newest reply of the feeds was received: a time that stays the same until one of them is fetched again. Nil if that is unknown.
  package var newestReply: Instant? { compactMap(\.fetchedAt).max() }
}
