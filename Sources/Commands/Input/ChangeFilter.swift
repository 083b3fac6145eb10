import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import StoreInterface

/// The options that choose among changes.
struct ChangeFilter: ParsableArguments {
  @Option(name: .customLong("campus"), help: ArgumentHelp("Only this campus (repeatable).", valueName: "id"))
  var campuses: [String] = []

  @Option(name: .customLong("feed"), help: ArgumentHelp("Only this feed (repeatable).", valueName: "id"))
  var feeds: [String] = []

  @OptionGroup var choice: ChangeChoice

  /// The name of the first option that was given.
  var firstUsed: String? {
    let used = [
      ("--campus", !campuses.isEmpty), ("--feed", !feeds.isEmpty), ("--kind", !choice.kinds.isEmpty), ("--only", choice.only != nil),
    ]
    return used.first(where: \.1)?.0
  }

  /// The filter in words, for the title of a feed of changes.
  var about: String {
    (campuses.sorted() + feeds.sorted() + choice.words).joined(separator: ", ")
  }

  func filter(_ log: ChangeLog) throws(Failure) -> ChangeLog {
    let selection = try selection()
    for id in selection.campuses where !log.campuses.contains(where: { $0.id == id }) && !log.feedIDs.contains(where: { $0.campus == id }) {
      throw Failure(PlanError(kind: "campus", id: id.description, known: log.campuses.map(\.id.description)))
    }
    for id in selection.feeds where !log.feedIDs.contains(id) {
      throw Failure(PlanError(kind: "feed", id: id.description, known: log.feedIDs.map(\.description).sorted()))
    }
    return log.filtered(campuses: Set(selection.campuses), feeds: Set(selection.feeds), kinds: Set(choice.kinds), rank: choice.only)
  }

  /// The campuses and feeds; none: all.
  func selection() throws(Failure) -> RunSelection {
    RunSelection(
      campuses: try campuses.map { (text) throws(Failure) in
        guard let id = CampusID(text) else { throw Failure(.usage, "--campus: invalid campus id \"\(text)\"; ids look like penn") }
        return id
      },
      feeds: try feeds.map { (text) throws(Failure) in
        guard let id = FeedID(text) else { throw Failure(.usage, "--feed: invalid feed id \"\(text)\"; ids look like penn/dining") }
        return id
      })
  }
}

/// The options that choose among changes by what they are.
struct ChangeChoice: ParsableArguments {
  @Option(
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert or quote (repeatable).", valueName: "kind"),
    transform: { try parsedChoice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    help: ArgumentHelp("Only changes of this rank: breaking, suspicious or routine.", valueName: "rank"),
    transform: { try parsedChoice($0, "rank") })
  var only: Change.Rank?

  /// In words.
  var words: [String] { kinds.map(\.rawValue).sorted() + [only?.rawValue].compactMap { $0 } }
}

/// One of a few words.
func parsedChoice<Value: RawRepresentable<String> & CaseIterable>(_ text: String, _ name: String) throws -> Value {
  guard let value = Value(rawValue: text) else {
    throw ValidationError("unknown \(name) \"\(text)\"; use one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
  return value
}
