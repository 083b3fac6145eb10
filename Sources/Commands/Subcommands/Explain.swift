import ArgumentParser
import Basics
import CampusCatalog
import CatalogSession

struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show where the values of an entry come from: records, merges, corrections.",
    usage: """
      aggregate explain penn/dining/593
      aggregate explain 1920 commons hours --sample
      aggregate explain gmu/whats-open/rac hours --replay DIR
      aggregate explain penn/dining/593 --catalog catalog.json
      aggregate explain penn/dining/593 --as-of 7d
      """,
    discussion: """
      Finds an entry as show does. If several match, they are listed, and the exit code is 0. A field, such as name or location.address, may \
      follow: only its value is explained.
      """)

  @Argument(
    help: ArgumentHelp("An id, an alias, a name, or words of a name; then, if wanted, a field.", valueName: "id"),
    completion: .custom(Candidates.entries))
  var words: [String]

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption

  func validate() throws {
    if catalog.store != nil, catalog.file != nil || catalog.isRecorded {
      throw ValidationError("--store cannot be used with --catalog, --sample or --replay.")
    }
  }

  func run() async throws {
    let (text, field) = Self.parts(of: words)
    let session = try await catalog.openQuietly(at: time.at, about: time.at == nil ? nil : text)
    let opened = session.catalog
    let matches = try opened.matches(text, by: session.rule)
    guard let entry = matches.first, matches.count == 1 else {
      return try MatchList.print(matches.map { ($0.name, $0.id) }, of: text, "explain", asJSON: output.format == .json)
    }
    let explanation = Explanation(
      entry: entry, catalog: opened, pointers: await session.recordPointers(of: entry), facts: session.facts(about: entry))
    if let field, explanation.rows(field).isEmpty {
      let fields = explanation.rows(nil).map(\.field)
      let near = SpellingSuggestion.of(field, among: fields).map { "; did you mean \($0)?" } ?? "; it has \(fields.joined(separator: ", "))"
      throw Failure(.nothing, "\(entry.id) has no field \"\(field)\"\(near)")
    }
    try output.print(json: explanation.json(field)) { explanation.lines(field, on: $0) }
  }

  /// Separates the field from the text of an entry: the word after an id, or a last word that is the name of a field.
  private static func parts(of words: [String]) -> (text: String, field: String?) {
    let last = words.last ?? ""
    let isField = words.count == 2 && EntryID(words[0]) != nil || Entry.Field(rawValue: String(last.prefix { $0 != "." })) != nil
    guard words.count > 1, isField else { return (words.joined(separator: " "), nil) }
    return (words.dropLast().joined(separator: " "), last)
  }
}
