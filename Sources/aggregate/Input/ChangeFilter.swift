import ArgumentParser
import CampusCatalog
import CatalogDiff

/// The options that choose among changes.
struct ChangeFilter: ParsableArguments {
  @Option(name: .customLong("campus"), help: ArgumentHelp("Only this campus (repeatable).", valueName: "id"))
  var campuses: [String] = []

  @Option(name: .customLong("feed"), help: ArgumentHelp("Only this feed (repeatable).", valueName: "id"))
  var feeds: [String] = []

  @Option(
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert or quote (repeatable).", valueName: "kind"),
    transform: { try choice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    help: ArgumentHelp("Only changes of this rank: breaking, suspicious or routine.", valueName: "rank"),
    transform: { try choice($0, "rank") })
  var only: Change.Rank?

  /// The name of the first option that was given.
  var firstUsed: String? {
    let used = [("--campus", !campuses.isEmpty), ("--feed", !feeds.isEmpty), ("--kind", !kinds.isEmpty), ("--only", only != nil)]
    return used.first(where: \.1)?.0
  }

  /// The filter in words, for the title of a feed of changes.
  var about: String {
    (campuses.sorted() + feeds.sorted() + kinds.map(\.rawValue).sorted() + [only?.rawValue].compactMap { $0 }).joined(separator: ", ")
  }

  func filter(_ log: ChangeLog) throws(Failure) -> ChangeLog {
    var campusIDs: Set<CampusID> = []
    for text in campuses {
      guard let id = CampusID(text) else { throw Failure(.usage, "--campus \"\(text)\" is no campus id; ids look like penn") }
      campusIDs.insert(id)
    }
    var feedIDs: Set<FeedID> = []
    for text in feeds {
      guard let id = FeedID(text) else { throw Failure(.usage, "--feed \"\(text)\" is no feed id; ids look like penn/dining") }
      feedIDs.insert(id)
    }
    return log.filtered(campuses: campusIDs, feeds: feedIDs, kinds: Set(kinds), rank: only)
  }
}

/// One of a few words.
private func choice<Value: RawRepresentable<String> & CaseIterable>(_ text: String, _ name: String) throws -> Value {
  guard let value = Value(rawValue: text) else {
    throw ValidationError("\"\(text)\" is no \(name); known are \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
  return value
}
