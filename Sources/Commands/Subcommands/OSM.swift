import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

struct OSM: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "osm", abstract: "Compare places with OpenStreetMap.",
    usage: """
      aggregate osm compare extract.geojson --campus gmu
      aggregate osm compare overpass.json --catalog catalog.json --format markdown
      """,
    subcommands: [OSMCompare.self])
}

struct OSMCompare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Show the differences between the places of a catalog and an extract of OpenStreetMap.",
    usage: """
      aggregate osm compare extract.geojson --campus gmu
      aggregate osm compare extract.geojson --catalog catalog.json --only hours --only phone
      aggregate osm compare overpass.json --within 80m --format geojson -o findings.geojson
      """,
    discussion: """
      The extract is GeoJSON of osmium export, of Overpass Turbo or of aggregate export, or the JSON of Overpass. Hours are compared as those \
      of a week: with a store, the usual week. Nothing is uploaded. Docs/osm.md explains the findings, and what to check before an edit.

      Exit codes: 0 there are no findings; 1 there are some; above 1 an error.
      """)

  enum Format: String, OutputFormat {
    case text, markdown, geojson, json
    static let names = "text, markdown, geojson or json"
  }

  @Argument(help: ArgumentHelp("The extract; - is stdin.", valueName: "extract"), completion: .file(extensions: ["geojson", "json"]))
  var extract: String

  @Option(help: ArgumentHelp("Places have the same position within this distance, such as 80m.", valueName: "distance"))
  var within = "150m"

  @Option(
    help: ArgumentHelp("Only these findings (repeatable): \(OSMFinding.Code.form).", valueName: "finding"),
    completion: .list(OSMFinding.Code.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "finding") })
  var only: [OSMFinding.Code] = []

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var formats: OutputOptions<Format>

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if extract == "-", catalog.file == "-" { throw ValidationError("Only one of the extract and the catalog can be stdin.") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let stores = StoreGuard(settings, store: catalog.store)
    try stores.check(output ?? "-")
    let meters = try Meters(parsing: within).value
    let bytes = try InputFile.read(extract, "the extract", otherwise: .data)
    let elements: OSMExtract
    do throws(FileError) {
      elements = try OSMExtract(bytes, file: InputFile.name(extract))
    } catch {
      throw Failure(.data, error.description)
    }
    guard !elements.elements.isEmpty else {
      if let remark = elements.remark { throw Failure(.nothing, "\(InputFile.name(extract)) has no places, and says: “\(remark)”") }
      throw Failure(.nothing, "\(InputFile.name(extract)) has no places; extract nodes, ways and relations with amenity, shop or leisure")
    }
    let session = try await catalog.openQuietly(at: time.at, about: nil)
    let usual = try await session.usualWeeks()
    let comparison = OSMComparison(
      session.catalog, with: elements, within: meters, on: { session.rule.date(of: $0) }, usual: { usual[$0.campus]?.week(of: $0) })
    if comparison.compared == 0 {
      let reason =
        comparison.outside.isEmpty ? "the catalog has no places" : "all places of the catalog are outside of \(InputFile.name(extract))"
      throw Failure(.nothing, "\(reason); choose campuses with --campus, or another extract")
    }
    let shown = comparison.filtered { only.isEmpty || only.contains($0.code) }
    let text =
      switch formats.format {
      case .text: shown.lines.map { $0 + "\n" }.joined()
      case .markdown: shown.markdown
      case .geojson: shown.geoJSON
      case .json: shown.json
      }
    try OutputFile.write(text, to: output ?? "-", stores)
    if formats.format != .markdown, formats.format != .json { for remark in comparison.remarks { Console.note(remark) } }
    let hidden = comparison.findings.count - shown.findings.count
    if hidden > 0 { Console.note("\(hidden.counted("other finding is", "other findings are")) hidden by --only") }
    if !shown.findings.isEmpty { throw Failure(.different) }
  }
}
