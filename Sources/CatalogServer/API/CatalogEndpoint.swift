import Basics
import CampusCatalog
public import CatalogExport
import CatalogQuery
import OpeningHours
import SnapshotStore

/// /api/v1/catalog: the whole catalog, or an export of it: by `Accept`, or by an extension such as `catalog.geojson`.
enum CatalogEndpoint {
  /// Returns the format with an extension.
  static func format(extension name: String) throws(Problem) -> ExportFormat {
    let formats = ExportFormat.allCases.filter { $0 != .atom }
    guard let format = formats.first(where: { $0.fileExtension == name || $0.rawValue == name }) else {
      throw Problem.notFound("Unknown format; there are \(formats.map(\.fileExtension).joined(separator: ", ")).")
    }
    return format
  }

  static func answer(_ question: SiteQuestion, _ format: ExportFormat) throws -> Answer {
    var parameters = Parameters(question.target)
    let campuses = try parameters.campuses(question)
    let kinds = try parameters.choices("kind", of: Entry.Kind.self)
    let categories = try parameters.choices("category", of: Category.self)
    let chosen = try parameters.ids(question)
    let moments = try parameters.moments("at", campuses, question)
    try parameters.checkStyle(["clock"])
    let table = format == .csv ? try parameters.choice("table", of: ExportTable.self) : nil
    try parameters.finish()
    let filter = ExportFilter(
      campuses: campuses, kinds: kinds, categories: categories, leavesOutPast: moments != nil, ids: chosen?.ids)
    let catalog = question.snapshot.catalog
    if format == .json, filter.isEmpty { return Answer(question.snapshot.document, .catalog, modified: question.snapshot.modified) }
    let moment = moments ?? (format.isTimely ? question.moment : nil)
    let document = try representation(of: catalog, format, filter, question, moment, table ?? .places)
    // A stated time may follow the clock: "now", "12:00".
    let isTimely = format.isTimely || moments != nil
    if isTimely { return Answer(document, .until(question.nextMinute)) }
    let version = question.snapshot.version
    let modified = format.tellsOutcomes ? version.modified : version.modifiedWithoutOutcomes
    return Answer(document, .catalog, modified: format.tellsAges ? question.snapshot.modified : modified)
  }

  /// Renders a catalog in a format.
  static func representation(
    of catalog: Catalog, _ format: ExportFormat, _ filter: ExportFilter, _ question: SiteQuestion,
    _ moment: AskedMoment? = nil, _ table: ExportTable = .places,
    subject: Entry? = nil
  ) throws -> Representation {
    let version = question.snapshot.version
    let generatedAt = format.tellsAges ? catalog.generatedAt : version.generatedAt
    var rule = question.rule(at: moment ?? AskedMoment(instant: generatedAt, kind: .now))
    rule.chosenStyle = question.chosenStyle.inEnglish
    let campuses = Set(catalog.campuses.map(\.id))
    var header = ExportHeader(
      generatedAt: generatedAt, campuses: catalog.campuses,
      feeds: format.tellsAges ? catalog.feeds : version.feeds.filter { campuses.contains($0.campus) }, rule: rule, filter: filter)
    header.subject = subject
    if format.statesChanges, let times = version.changes { header.lastChange = { times.time(of: $0) } }
    if format.usualWeekUse == .marks { header.usual = { [usual = question.usual] in usual.week(of: $0) } }
    var export = CatalogExport(format, header)
    export.table = table
    export.jobs = 1
    let stream = EntryStream(CatalogParts(catalog))
    var bytes: [UInt8] = []
    if format == .sqlite {
      guard let database = question.site.settings.database else { throw Problem.notFound("This server makes no databases.") }
      bytes = try database(export, stream)
    } else {
      try export.write(stream) { bytes.append(contentsOf: $0) }
    }
    return Representation(bytes, format.mediaType)
  }

  /// Returns the format that a client prefers (RFC 9110, section 12.5.1); JSON if it has no preference. The page is not among them: browsers
  /// prefer it to data, which they may want, too.
  ///
  /// - Parameter field: `Accept`; nil if there is none.
  /// - Throws: `Problem` if the client accepts none.
  static func format(_ field: String?) throws(Problem) -> ExportFormat {
    guard let field, !field.trimmed.isEmpty else { return .json }
    var ranges: [String: (weight: Double, position: Int)] = [:]
    for (position, item) in Representation.weights(field).enumerated() where ranges[item.name] == nil {
      ranges[item.name] = (item.weight, position)
    }
    // The most specific range decides about a format. Of equal weights, types are preferred to ranges, then the first in the list, then the catalog
    // itself and tables.
    let formats = [.json, .csv] + ExportFormat.allCases.filter { ![.json, .csv, .atom, .html].contains($0) }
    var best: (format: ExportFormat, rank: (Double, Int, Int))?
    for format in formats {
      let type = String(format.mediaType.prefix { $0 != ";" })
      let names = [type, type.prefix { $0 != "/" } + "/*", "*/*"]
      guard let index = names.firstIndex(where: { ranges[$0] != nil }), let range = ranges[names[index]], range.weight > 0 else { continue }
      let rank = (range.weight, -index, -range.position)
      if best.map({ rank > $0.rank }) ?? true { best = (format, rank) }
    }
    guard let best else {
      let types = formats.map { String($0.mediaType.prefix { $0 != ";" }) }
      throw Problem(status: 406, title: "Not acceptable", detail: "The catalog is available as \(types.joined(separator: ", ")).")
    }
    return best.format
  }
}

extension ExportFormat {
  /// Whether files in this format say when feeds were last read. All others change only with the content.
  fileprivate var tellsAges: Bool { [.json, .sqlite, .html, .markdown].contains(self) }

  /// Whether files in this format say how feeds were read. Others at most say which feeds are missing.
  fileprivate var tellsOutcomes: Bool { ![.csv, .ndjson].contains(self) }

  /// The extension of files in this format.
  public var fileExtension: String {
    switch self {
    case .osmHours: "tsv"
    case .markdown: "md"
    case .json, .ndjson, .geojson, .jsonld, .csv, .ics, .atom, .sqlite, .html: rawValue
    }
  }
}
