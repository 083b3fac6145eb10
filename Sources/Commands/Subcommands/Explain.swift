import ArgumentParser

struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show where the values of an entry come from: records, merges, corrections.",
    usage: """
      aggregate explain penn/dining/593
      aggregate explain penn/dining/593 --sample
      aggregate explain gmu/whats-open/rac hours --replay DIR
      aggregate explain penn/dining/593 --catalog catalog.json
      aggregate explain penn/dining/593 --as-of 7d
      """)

  @Argument(help: ArgumentHelp("An id, an alias or a name.", valueName: "id"))
  var id: String

  @Argument(help: ArgumentHelp("One field, such as name or location.address.", valueName: "field"))
  var field: String?

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: FormatOption

  func validate() throws {
    if catalog.store != nil, catalog.file != nil || catalog.source.isRecorded {
      throw ValidationError("--store cannot be used with --catalog, --sample or --replay.")
    }
  }

  func run() async throws {
    let part = time.at == nil ? catalog : try await catalog.selecting(campusOf: id, at: time.at)
    let session = try await part.openQuietly(at: time.at)
    let opened = try await session.catalog
    let entry = try opened.find(id)
    let explanation = Explanation(
      entry: entry, catalog: opened, places: await session.recordPlaces(of: entry), facts: session.facts(about: entry))
    if let field, explanation.rows(field).isEmpty {
      let fields = explanation.rows(nil).map(\.field)
      let near = NearMiss.of(field, among: fields).map { "; did you mean \($0)?" } ?? "; it has \(fields.joined(separator: ", "))"
      throw Failure(.nothing, "\(entry.id) has no field \"\(field)\"\(near)")
    }
    try output.print(json: explanation.json(field)) { explanation.lines(field, on: $0) }
  }
}
