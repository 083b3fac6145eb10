import ArgumentParser
import CampusCatalog
import CatalogDiff
import SimdJSON

/// The format of a command's output.
protocol OutputFormat: ExpressibleByArgument, CaseIterable, Sendable, RawRepresentable<String> {
  static var text: Self { get }
  static var json: Self { get }
  /// The names of the formats, for the help.
  static var names: String { get }
}

/// Text for people, or JSON for programs.
enum ListFormat: String, OutputFormat {
  case text, json
  static let names = "text or json"
}

/// The format of a list of entries: text for people, one JSON document, or one entry on each line for tools such as jq.
enum EntryFormat: String, OutputFormat {
  case text, json, ndjson
  static let names = "text, json, or ndjson with one entry per line"
}

typealias FormatOption = OutputOptions<ListFormat>
typealias EntryFormatOption = OutputOptions<EntryFormat>

struct OutputOptions<Format: OutputFormat>: ParsableArguments {
  @Option(name: .customLong("format"), help: ArgumentHelp("\(Format.names) (default: text).", valueName: "format"))
  var chosen: Format?

  @Flag(help: .json)
  var json = false

  @Flag(name: [.short, .long], help: .quiet)
  var quiet = false

  var format: Format { json ? .json : chosen ?? .text }

  func validate() throws {
    try JSONFlag.check(json, chosen?.rawValue)
    if quiet { Console.silenceNotes() }
  }
}

extension FormatOption {
  /// Prints a JSON document, or lines that are safe to display.
  ///
  /// - Parameter lines: returns the lines for a terminal.
  func print(json: @autoclosure () -> String, lines: (Terminal) -> [String]) throws(Failure) {
    if format == .json { return try Console.write(json()) }
    try Console.write(lines(.current(try CommandEnvironment.current().variables)).map { $0 + "\n" }.joined())
  }

  /// Prints a list: as JSON, `{"schema":SCHEMA,KEY:[{…},…]}`, or as a table with a row for each item.
  func print<Item>(
    _ schema: String, _ key: StaticString, _ items: [Item], titles: [String], row: (Item) -> [String],
    members: (Item, inout JSONWriter) -> Void
  ) throws(Failure) {
    try print(json: JSONWriter.list(schema, key, items, members)) { Table.wrapped(titles, items.map(row), on: $0) }
  }
}

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
