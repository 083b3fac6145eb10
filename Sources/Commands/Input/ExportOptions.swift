import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import CatalogSession
import Foundation
import OpeningHours
import SnapshotStore

extension ExportFormat {
  static let parquetAdvice = "write ndjson, then run Scripts/parquet"

  /// Parses the value of `--format`.
  static func parsed(_ name: String) throws(ValidationError) -> ExportFormat {
    if let format = ExportFormat(rawValue: name) { return format }
    if name == "parquet" { throw ValidationError("parquet is made from another format: \(parquetAdvice)") }
    throw ValidationError("unknown format \"\(name)\"; use one of \(allCases.map(\.rawValue).joined(separator: ", "))")
  }
}

/// The options that select the content of an export.
struct ExportOptions: ParsableArguments {
  @Option(
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert, quote or menu (repeatable).", valueName: "kind"),
    completion: .list(Entry.Kind.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    name: .customLong("category"), help: ArgumentHelp("Only places of this category (repeatable).", valueName: "name"),
    completion: .list(Category.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "category") })
  var categories: [Category] = []

  @Option(
    help: ArgumentHelp(
      "The table of a CSV file: places, hours, events, occurrences, alerts, quotes, menus or dishes (default: places).",
      valueName: "name"),
    completion: .list(ExportTable.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "table") })
  var table: ExportTable?

  @Option(help: .clock, transform: { try parsedChoice($0, "clock") })
  var clock: RegionalStyle.Clock?

  @Option(
    name: .customLong("lang"),
    help: ArgumentHelp(
      "For html and markdown: the language of the page (default: that of the campus's country).", valueName: "en|de|es|fr|it"),
    completion: .list(Language.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "lang") })
  var language: Language?

  @Flag(help: "For csv: begin with a byte order mark, so that Excel reads the file as UTF-8.")
  var excel = false

  @Option(
    help: ArgumentHelp(
      "For atom: the older catalog, a file or the time of a run in the store (7d, latest~1). With --history: only since then.",
      valueName: "old"),
    completion: .file(extensions: ["json"]))
  var since: String?

  /// Whether an option selects a part of the catalog.
  var isFiltering: Bool { !kinds.isEmpty || !categories.isEmpty }

  /// Refuses options that the format does not support, and selections that it cannot contain.
  func check(_ format: ExportFormat) throws(Failure) {
    if table != nil, format != .csv { throw Failure(.usage, "--table is for --format csv; \(format.rawValue) has everything in one file") }
    if excel, format != .csv { throw Failure(.usage, "--excel is for --format csv") }
    if language != nil, format != .html, format != .markdown {
      throw Failure(.usage, "--lang is for --format html and markdown")
    }
    if since != nil, format != .atom { throw Failure(.usage, "--since is for --format atom") }
    if since == nil, format == .atom {
      throw Failure(.usage, "atom has the changes since an older catalog; name it with --since OLD, a file or a time such as 7d")
    }
    if !categories.isEmpty, !kinds.isEmpty, !kinds.contains(.place) {
      throw Failure(.usage, "only places have a category; leave out --category, or add --kind place")
    }
    let filter = filter(leavesOutPast: false)
    let kinds = format == .csv ? [(table ?? .places).kind] : format.kinds
    if !kinds.contains(where: filter.accepts) {
      let names = kinds.map { "\($0.rawValue)s" }.sorted().joined(separator: ", ")
      let advice = format == .csv ? "; choose the table with --table" : ""
      throw Failure(.usage, "\(format.rawValue) has only \(names), and these options leave out all of them\(advice)")
    }
  }

  /// Returns how texts are written: as the options say, otherwise the settings.
  func style(_ settings: Settings) -> RegionalStyle.Choice {
    RegionalStyle.Choice(clock: settings.clock(flag: clock), language: settings.language(flag: language))
  }

  func filter(_ campuses: [CampusID] = [], leavesOutPast: Bool) -> ExportFilter {
    ExportFilter(campuses: Set(campuses), kinds: Set(kinds), categories: Set(categories), leavesOutPast: leavesOutPast)
  }

  /// Returns the changes since an older catalog as an Atom feed. The filter applies to all catalogs.
  ///
  /// The changes since a run in a store are those that each later run saw, and those that the new catalog has since the last of them.
  ///
  /// - Parameters:
  ///   - new: the selected part of the new catalog.
  ///   - header: of the new catalog.
  ///   - path: of the output.
  func changes(since old: PastCatalogText, to new: CatalogText, _ header: ExportHeader, in path: String) async throws -> String {
    let about = header.filter.campuses.sorted().map(\.description) + kinds.map(\.rawValue).sorted() + categories.map(\.rawValue).sorted()
    let (address, title) = (OutputFile.address(of: path), about.joined(separator: ", "))
    let style = header.rule.chosenStyle.inEnglish
    let (pages, sources) = (Registry().pages, header.sourceTexts.joined(separator: "\n"))
    guard let run = old.run, let store = old.store else {
      let log = try ChangeLog(
        CatalogComparison(old.text.locatingErrors { try part(of: EntryStream.open(old.text), header) }, new), style: style)
      return AtomChangeFeed.text(of: log, at: address, about: title, pages: pages, subtitle: sources)
    }
    let last = try await store.runs(after: run).first { $0.generatedAt <= header.generatedAt } ?? run
    var logs = try await store.changes(after: run, through: last, style: style) { try part(of: EntryStream($0), header) }.logs
    let lastPart = try part(of: EntryStream(try await store.catalog(of: last)), header)
    let comparison = try CatalogComparison(lastPart, new)
    let dates = try await store.newDates(in: comparison, (last.generatedAt, header.generatedAt))
    let log = try ChangeLog(comparison, treatsStaleAsDelivered: true, style: style, newDates: dates)
    if !log.isEmpty { logs.insert(log, at: 0) }
    return AtomChangeFeed.text(of: logs, updated: run.generatedAt, at: address, about: title, pages: pages, subtitle: sources)
  }

  /// Returns the part of a catalog that the filter selects, in a temporary file.
  ///
  /// - Parameter header: of the new catalog; its rule and its filter apply to older ones, too.
  func part(of stream: EntryStream, _ header: ExportHeader) throws -> CatalogText {
    let header = ExportHeader(
      generatedAt: stream.generatedAt, campuses: stream.campuses, feeds: stream.feeds, rule: header.rule, filter: header.filter)
    let file = TemporaryFile()
    try export(.json, header).write(stream) { try file.append($0) }
    return CatalogText(named: "the catalog of \(header.generatedAt)", file)
  }

  /// Creates an export of a catalog.
  func export(_ format: ExportFormat, _ header: ExportHeader) -> CatalogExport {
    var export = CatalogExport(format, header)
    export.table = table ?? .places
    export.isForExcel = excel
    export.jobs = ProcessInfo.processInfo.activeProcessorCount
    return export
  }
}
