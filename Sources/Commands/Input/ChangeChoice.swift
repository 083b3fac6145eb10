import ArgumentParser

/// The options that select changes by kind and rank.
struct ChangeChoice: ParsableArguments {
  @Option(
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert or quote (repeatable).", valueName: "kind"),
    transform: { try parsedChoice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    help: ArgumentHelp("Only changes of this rank: breaking, suspicious or routine.", valueName: "rank"),
    transform: { try parsedChoice($0, "rank") })
  var only: Change.Rank?

  /// Returns the selection as text, for the title of a feed of changes.
  func about(_ campuses: [String], _ feeds: [String]) -> String {
    (campuses.sorted() + feeds.sorted() + kinds.map(\.rawValue).sorted() + [only?.rawValue].compactMap { $0 }).joined(separator: ", ")
  }
}
