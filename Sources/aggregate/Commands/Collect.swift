import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport

/// The main job: feeds in, one catalog out.
struct Collect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read feeds and write one catalog (the default command).",
    usage: """
      aggregate --sample
      aggregate --replay DIR [--campus ID]… [--feed ID]… [-o FILE]
      aggregate --replay DIR --config FILE --format ndjson
      """)

  @OptionGroup var source: SourceOptions

  @Option(help: ArgumentHelp("json or ndjson.", valueName: "format"), completion: .list(CatalogFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Exit 4 in the place of 3 when a feed is missing.")
  var strict = false

  @Flag(name: [.short, .long], help: "No summary.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Every note of every feed.")
  var verbose = false

  func run() async throws {
    let world = try World.current()
    let settings = try world.settings()
    let formatName = settings.text("format", flag: format) ?? "json"
    guard let format = CatalogFormat(rawValue: formatName) else {
      throw Failure(
        self.format == nil ? .configuration : .usage,
        "no format \"\(formatName)\"; known are \(CatalogFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let run = try await source.run(world, settings)
    let isStrict = settings.flag("strict", strict)
    let notRecorded = source.feeds.filter { id in !run.catalog.feeds.contains { $0.id.description == id } }
    for id in notRecorded { Console.error("\(id): the recording has nothing of this feed") }
    let status = isStrict && !notRecorded.isEmpty ? .nothing : status(of: run.catalog, isStrict: isStrict)
    let summary = Summary(catalog: run.catalog, isSample: source.sample)
    if !(quiet || !verbose && settings.flag("quiet", false)) || status == .nothing {
      for line in summary.lines(isVerbose: settings.flag("verbose", verbose)) { Console.error(line) }
    }
    guard status != .nothing else { throw Failure(.nothing, summary.nothing(isStrict: isStrict, notRecorded: notRecorded)) }
    try write(run.catalog, format, to: settings.text("output", flag: output) ?? "-")
    if status != .delivered { throw Failure(status) }
  }

  private func status(of catalog: Catalog, isStrict: Bool) -> ExitStatus {
    let delivered = catalog.feeds.filter(\.outcome.isDelivered).count
    let wanted = catalog.feeds.filter { $0.outcome != .disabled }.count
    if delivered == 0 { return .nothing }
    if delivered == wanted { return .delivered }
    return isStrict ? .nothing : .degraded
  }

  private func write(_ catalog: Catalog, _ format: CatalogFormat, to path: String) throws {
    guard path != "-" else { return try format.write(catalog) { try Console.write($0) } }
    var file = try OutputFile(path)
    try format.write(catalog) { try file.write($0) }
    try file.finish()
  }
}
