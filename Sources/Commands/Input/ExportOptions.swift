import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogExport
import Foundation

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
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert or quote (repeatable).", valueName: "kind"),
    completion: .list(Entry.Kind.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    name: .customLong("category"), help: ArgumentHelp("Only places of this category (repeatable).", valueName: "name"),
    completion: .list(Category.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "category") })
  var categories: [Category] = []

  @Option(
    help: ArgumentHelp("The table of a CSV file: places, hours, events, alerts or quotes (default: places).", valueName: "name"),
    completion: .list(ExportTable.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "table") })
  var table: ExportTable?

  @Flag(help: "For csv: begin with a byte order mark, so that Excel reads the file as UTF-8.")
  var excel = false

  @Option(
    help: ArgumentHelp("For atom: the older catalog, a file or the time of a run in the store (7d, latest~1).", valueName: "old"),
    completion: .file(extensions: ["json"]))
  var since: String?

  /// Whether an option selects a part of the catalog.
  var isFiltering: Bool { !kinds.isEmpty || !categories.isEmpty }

  /// Refuses options that the format does not have, and a selection of which it has nothing.
  func check(_ format: ExportFormat) throws(Failure) {
    if table != nil, format != .csv { throw Failure(.usage, "--table is for --format csv; \(format.rawValue) has everything in one file") }
    if excel, format != .csv { throw Failure(.usage, "--excel is for --format csv") }
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

  func filter(_ campuses: [CampusID] = [], leavesOutPast: Bool) -> ExportFilter {
    ExportFilter(campuses: Set(campuses), kinds: Set(kinds), categories: Set(categories), leavesOutPast: leavesOutPast)
  }

  /// Returns the changes between two catalogs as an Atom feed. The filter applies to both.
  ///
  /// - Parameters:
  ///   - header: of the new catalog.
  ///   - path: of the output.
  func changes(from old: CatalogText, to new: EntryStream, _ header: ExportHeader, in path: String) throws -> String {
    let oldStream = try old.locatingErrors { try EntryStream.open(old) }
    let oldHeader = ExportHeader(
      generatedAt: oldStream.generatedAt, campuses: oldStream.campuses, feeds: oldStream.feeds, rule: header.rule, filter: header.filter)
    let comparison = try CatalogComparison(old.locatingErrors { try part(of: oldStream, oldHeader) }, part(of: new, header))
    let about = header.filter.campuses.sorted().map(\.description) + kinds.map(\.rawValue).sorted() + categories.map(\.rawValue).sorted()
    return AtomChangeFeed.text(
      of: try ChangeLog(comparison), at: OutputFile.address(of: path), about: about.joined(separator: ", "), pages: Registry().pages,
      sources: header.sourceTexts.joined(separator: "\n"))
  }

  /// Returns the selected part of a catalog, in a temporary file.
  private func part(of stream: EntryStream, _ header: ExportHeader) throws -> CatalogText {
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
