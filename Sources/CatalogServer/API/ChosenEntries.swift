import CampusCatalog
import CatalogQuery
import SimdJSON

/// The entries that a question chooses by their ids or aliases, with the parameter `ids`.
struct ChosenEntries {
  private static let most = 500
  /// How many unknown ids of an answer have suggestions.
  private static let mostAdvised = 10

  /// The ids of the entries that the catalog has, without aliases.
  let ids: Set<EntryID>
  /// All ids that the entries have or had, and those that the catalog does not have.
  let idsAndAliases: Set<EntryID>
  /// The texts that are not ids of the catalog, sorted.
  private let unknown: [String]
  private let entries: [(text: String, entry: Entry)]
  /// The texts of the parameter, sorted, each once.
  let texts: [String]

  /// - Parameter texts: the texts of the parameter, which need not be ids.
  init(_ texts: [String], in snapshot: SiteSnapshot) throws(Problem) {
    let texts = Set(texts).sorted()
    self.texts = texts
    guard texts.count <= Self.most else { throw .parameter("ids", "ids has \(texts.count) ids; give at most \(Self.most).") }
    var (found, unknown): ([(text: String, entry: Entry)], [String]) = ([], [])
    for text in texts {
      if let entry = EntryID(text).flatMap({ snapshot.entry($0) }) { found.append((text, entry)) } else { unknown.append(text) }
    }
    (entries, self.unknown) = (found, unknown)
    ids = Set(found.map(\.entry.id))
    idsAndAliases = Set(found.flatMap { [$0.entry.id] + $0.entry.aliases } + unknown.compactMap { EntryID($0) })
  }

  /// Writes the member `missing` of a list, unless all entries are there: the ids that the catalog does not have, with similar ones, and
  /// those of entries of another kind.
  func writeMissing(to writer: inout JSONWriter, kind: Entry.Kind, _ snapshot: SiteSnapshot) {
    let others = entries.filter { $0.entry.kind != kind }
    guard !unknown.isEmpty || !others.isEmpty else { return }
    let missing = unknown.map { ($0, nil) } + others.map { ($0.text, $0.entry.kind) } as [(String, Entry.Kind?)]
    let advised = Set(unknown.prefix(Self.mostAdvised))
    writer.objects("missing", missing.sorted { $0.0 < $1.0 }) { item, writer in
      let (text, kind) = item
      writer.member("id", text)
      writer.member("kind", kind?.rawValue)
      let similar = kind == nil && advised.contains(text) ? SimilarIDs(in: snapshot).of(text) : []
      if !similar.isEmpty { writer.list("suggestions", similar) { $1.string($0.description) } }
    }
  }
}

extension Parameters {
  /// Returns the entries that `ids` chooses; nil without it.
  mutating func ids(_ question: SiteQuestion) throws(Problem) -> ChosenEntries? {
    let texts = list("ids")
    return texts.isEmpty ? nil : try ChosenEntries(texts, in: question.snapshot)
  }
}
