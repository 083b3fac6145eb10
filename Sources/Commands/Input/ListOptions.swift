import ArgumentParser
import CampusCatalog
import CatalogDiff

/// The flag `--json`, which every command with a format accepts.
struct JSONFlag: ParsableArguments {
  @Flag(name: .customLong("json"), help: .json)
  var isSet = false

  func check(_ format: String?) throws { try Self.check(isSet, format) }

  /// - Parameter format: the value of `--format`, if it was given.
  static func check(_ isSet: Bool, _ format: String?) throws {
    if isSet, let format, format != "json" { throw ValidationError("--json and --format \(format) cannot be used together.") }
  }
}

/// The flag `-q`, which every command accepts.
struct QuietFlag: ParsableArguments {
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: .quiet)
  var isSet = false

  func validate() { if isSet { Console.silenceNotes() } }
}

struct LimitOption: ParsableArguments {
  @Option(help: .limit, transform: { try parsedNumber($0, from: 1, such: 20) })
  var limit: Int?
}

extension ArgumentHelp {
  static var json: ArgumentHelp { "Same as --format json." }
  static var quiet: ArgumentHelp { "Print only the answer, and errors." }
  static var limit: ArgumentHelp { ArgumentHelp("Show at most this many.", valueName: "n") }
}

/// The options that select changes by kind and rank.
struct ChangeChoice: ParsableArguments {
  @Option(
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert, quote or menu (repeatable).", valueName: "kind"),
    completion: .list(Entry.Kind.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    help: ArgumentHelp("Only changes of this rank: breaking, suspicious or routine (repeatable).", valueName: "rank"),
    completion: .list(Change.Rank.allCases.map(\.rawValue)),
    transform: { try parsedChoice($0, "rank", among: Change.Rank.allCases.reversed()) })
  var only: [Change.Rank] = []

  /// Returns the selection as text, for the title of a feed of changes.
  func about(_ campuses: [String], _ feeds: [String]) -> String {
    (campuses.sorted() + feeds.sorted() + kinds.map(\.rawValue).sorted() + only.sorted().map(\.rawValue)).joined(separator: ", ")
  }
}
